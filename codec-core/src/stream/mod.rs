//! Values of unknown length out of a [`Read`](std::io::Read) and into a
//! [`Write`](std::io::Write), without frames around them.
//!
//! | need | call | buffer |
//! |---|---|---|
//! | one value, the stream left right behind it | [`Format::read_from`](crate::Format::read_from) | none: exact reads |
//! | many values, one after the other | [`StreamReader`] | reads ahead |
//! | all values of a file | [`Records`] | reads ahead |
//! | one value | [`Format::write_to`](crate::Format::write_to) | none |
//! | many values | [`RecordWriter`] | kept from value to value |
//!
//! Where a value ends is found by decoding, and decoding can't be interrupted.
//! So a value that is not wholly there is passed over once by a reader that
//! fetches what it lacks from the source, as much as the value is known to need
//! and when it needs it. After that the value lies in one piece and is decoded as
//! from a slice. Every byte is looked at three times at most, however small the
//! pieces it arrives in, and no read waits for a byte that the value doesn't need.
#![forbid(unsafe_code)]

mod bare;
mod error;
mod fetched;
mod intake;
mod pass;
mod pieces;
mod reader;
mod records;
mod segments;
mod stage;
mod writer;

pub use error::{ReadError, WriteError};
pub use reader::StreamReader;
pub use records::Records;
pub use writer::RecordWriter;

pub(crate) use bare::{read_from, write_to};

/// The examples of the page on streams.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/streams.md")]
struct Page;
