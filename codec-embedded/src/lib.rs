//! Frames and messages over a fixed buffer, for programs without an operating system and
//! without an allocator.
//!
//! | to | see |
//! |---|---|
//! | find frames of a header and a payload in bytes from a UART or socket | [`FixedFrameReader`] |
//! | send messages with their header | [`FixedFrameWriter`] |
//! | the same on an encrypted connection of Stratum V2 | [`FixedFrameReader::sealed`], [`FixedFrameWriter::sealed`] |
//! | find frames that end with a zero byte (COBS) | [`CobsReader`] |
//! | send such frames | [`CobsWriter`] |
//! | check them with a checksum | [`FrameCheck`], the feature `crc` |
//!
//! The messages themselves, their formats and derives are those of `codec-core`, which with
//! `default-features = false` needs no allocator. Its feature `heapless` adds fixed-capacity
//! vectors and strings, and `optimize_for_size` smaller code.
//!
//! ```
//! use codec_core::{Decode, Encode, Postcard};
//! use codec_embedded::{CobsReader, CobsWriter};
//!
//! #[derive(Debug, PartialEq, Encode, Decode)]
//! struct Sample {
//!     channel: u8,
//!     values: heapless::Vec<i16, 4>,
//! }
//!
//! let sample = Sample { channel: 1, values: [-1, 0].into_iter().collect() };
//! let mut writer = CobsWriter::<64>::new();
//! let sent = writer.encode::<Postcard, _>(&sample)?;
//! assert_eq!(sent, [4, 1, 2, 1, 1, 0]);
//! let mut reader = CobsReader::<64>::new();
//! let mut uart = sent; // an `embedded_io::Read`
//! assert_eq!(reader.read::<Postcard, Sample, _>(&mut uart)?, Some(sample));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! | feature | what it adds |
//! |---|---|
//! | `async` | the same calls over `embedded_io_async` |
//! | `crc` | checksums of the `crc` crate |
//!
//! [The book's page on embedded systems](https://github.com/codec-rs/codec/blob/main/docs/embedded.md)
//! has frames with a header, and the sizes of programs.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod buffer;
mod check;
mod cobs_reader;
mod cobs_writer;
mod error;
mod frame;
mod layer;
mod reader;
mod writer;

pub use check::{FrameCheck, NoCheck};
pub use cobs_reader::CobsReader;
pub use cobs_writer::CobsWriter;
pub use error::{FixedFrameError, FixedReadError, FixedSendError};
pub use frame::FixedFrame;
pub use layer::{Plain, ReadLayer, WriteLayer};
pub use reader::FixedFrameReader;
pub use writer::FixedFrameWriter;
