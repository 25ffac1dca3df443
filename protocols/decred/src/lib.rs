//! All wire messages of Decred, each to be decoded owned, borrowed or shared.
//!
//! * [`connection`], [`address`], [`inventory`], [`block`], [`transaction`],
//!   [`state`], [`filter`] and [`mixing`] hold the messages, in the format
//!   [`Consensus`](codec_core::Consensus), with the limits of the protocol;
//! * [`AnyMessage`] is any of them, distinguished by the command in the [`FrameHeader`];
//! * [`DecredProtocol`] is the protocol parameter of a frame reader, a frame writer or a
//!   connection;
//! * [`Command`] defines which version of the protocol has which message, and its maximum length;
//!   [`FrameHeader::admit`] checks a frame against that;
//! * [`blake256`] is the hash used for the checksum and for all ids: a [`Digest`].
//!
//! ```
//! use codec_decred::{AnyMessageRef, DecredProtocol, MainNet, PROTOCOL_VERSION};
//! use codec_pool::{FrameReader, Pool};
//!
//! let stream = [
//!     0xf9, 0x00, 0xb4, 0xd9, // the main network
//!     b'p', b'i', b'n', b'g', 0, 0, 0, 0, 0, 0, 0, 0, // the command
//!     8, 0, 0, 0, // the length of the payload
//!     0xfd, 0x60, 0xd9, 0x34, // its checksum
//!     7, 0, 0, 0, 0, 0, 0, 0, // the payload
//! ];
//! let mut reader = FrameReader::<DecredProtocol<MainNet>>::new(Pool::default());
//! let frame = reader.read_frame(&mut &stream[..])?.expect("there is one frame");
//! frame.header().admit(PROTOCOL_VERSION)?;
//! match frame.message_ref()? {
//!     AnyMessageRef::Ping(ping) => assert_eq!(ping.nonce, 7),
//!     other => panic!("{other:?} was not sent"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [The book's page on these messages](https://github.com/codec-rs/codec/blob/main/docs/decred.md)
//! has a table of the fields of each.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod address;
mod ascii;
mod blake256;
pub mod block;
mod check;
mod command;
mod compact;
pub mod connection;
mod decred_protocol;
mod digest;
#[cfg(feature = "alloc")]
mod few;
pub mod filter;
mod header;
pub mod inventory;
mod message;
pub mod mixing;
mod network;
mod received;
pub mod state;
pub mod transaction;

pub use ascii::{Ascii, AsciiError, AsciiRef};
pub use blake256::{Blake256, blake256};
pub use codec_node::Refused;
pub use command::{
    COMMAND_LEN, Command, Decred, MAX_BLOCK_SIZE_VERSION, MAX_MESSAGE_PAYLOAD, PROTOCOL_VERSION,
};
pub use decred_protocol::DecredProtocol;
pub use digest::{Digest, merkle_root};
#[cfg(feature = "alloc")]
pub use few::Few;
pub use header::FrameHeader;
pub use message::{AnyMessage, AnyMessageRef};
pub use network::{AnyNetwork, Network, NetworkVisitor, UnknownNetwork};
pub use network::{MainNet, RegNet, SimNet, TestNet3};
codec_core::shared! {
    pub use ascii::AsciiShared;
    pub use message::AnyMessageShared;
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
