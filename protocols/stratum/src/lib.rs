//! All messages of Stratum V2, each to be decoded owned, borrowed or shared.
//!
//! * [`common`], [`mining`], [`job_declaration`], [`template_distribution`] and
//!   [`extensions`] hold the messages, named as in the specification without
//!   the dot;
//! * [`AnyMessage`] is any of them, told apart by the id in the [`FrameHeader`];
//! * [`Tlvs`] reads the fields that extensions append.
//!
//! ```
//! use codec_core::Sv2;
//! use codec_pool::{FrameReader, Pool};
//! use codec_stratum::{FrameHeader, AnyMessageRef};
//!
//! let stream = [0x00, 0x80, 0x03, 4, 0, 0, 7, 0, 0, 0];
//! let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
//! let frame = reader.read_frame(&mut &stream[..])?.expect("there is one frame");
//! match frame.decode_message_ref::<Sv2, AnyMessageRef>()? {
//!     AnyMessageRef::ChannelEndpointChanged(message) => assert_eq!(message.channel_id, 7),
//!     other => panic!("it is no {other:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod common;
pub mod extensions;
mod header;
pub mod job_declaration;
mod message;
pub mod mining;
mod protocol;
pub mod template_distribution;
mod tlv;

pub use header::{CHANNEL, FrameHeader, extension};
pub use message::{AnyMessage, AnyMessageRef, AnyMessageShared};
pub use protocol::Protocol;
pub use tlv::{Tlv, TlvRef, TlvShared, Tlvs};
