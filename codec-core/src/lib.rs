//! One annotated struct; every way to read it; every wire format it may travel in.
//!
//! * [`Encode`] writes into a vector, a slice or a `BytesMut`, after one pass
//!   that computes the exact size.
//! * [`Decodable`] reads a value of its own: no lifetime anywhere.
//! * [`DecodableRef`] borrows from the input and never allocates: the opt-in
//!   `#[codec(borrow)]`.
//! * Fields of type `bytes::Bytes`, and everything under `#[codec(shared)]`,
//!   keep the input's memory alive by a count instead of a lifetime.
//!
//! The format is chosen by the call: [`Sv2::to_vec`](Format::to_vec),
//! [`Bincode::from_slice`](Format::from_slice), and so on.
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod ascii;
mod borrow;
mod box_ref;
#[cfg(feature = "serde")]
pub mod bridge;
mod bulk;
mod cursor;
mod decode;
mod decode_ref;
mod deque_ref;
mod encode;
#[cfg(feature = "alloc")]
mod entries;
mod entry;
mod error;
#[cfg(feature = "alloc")]
mod estimate;
pub mod format;
pub mod header;
mod impls;
mod int;
mod key_order;
pub mod layout;
mod lent;
mod limits;
mod map_ref;
pub mod message;
mod output;
#[cfg(feature = "alloc")]
mod packed;
pub mod push;
mod quoted;
mod raw;
#[cfg(all(test, feature = "std"))]
mod raw_tests;
mod reader;
mod seq;
#[cfg(feature = "bytes")]
mod seq_shared;
mod set_ref;
#[cfg(feature = "bytes")]
mod share;
mod size;
#[cfg(feature = "alloc")]
mod slot;
#[cfg(feature = "std")]
pub mod stream;
mod target;
#[cfg(feature = "bytes")]
mod text_shared;
pub mod trace;
pub mod wire;
mod writer;

pub use borrow::Borrowable;
pub use box_ref::BoxRef;
#[cfg(feature = "derive")]
pub use codec_derive::{Decode, Encode, Header};
pub use cursor::Cursor;
pub use decode::Decodable;
pub use decode_ref::DecodableRef;
pub use deque_ref::DequeRef;
pub use encode::Encode;
pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
#[cfg(feature = "alloc")]
pub use format::Traced;
pub use format::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Format, Lacks, Layout, MapOrder, Postcard,
    Strict, Sv2,
};
pub use header::Header;
pub use int::Int;
pub use lent::LentIter;
pub use limits::{DEFAULT_DEPTH, Limits, MAX_EMPTY_ELEMENTS};
pub use map_ref::MapRef;
pub use message::{Message, Messages, MessagesRef};
pub use output::Output;
#[cfg(feature = "alloc")]
pub use packed::{EncodesAs, Packable, Packed, PackedIter};
pub use reader::Reader;
pub use seq::SeqRef;
#[cfg(feature = "bytes")]
pub use seq_shared::SeqShared;
pub use set_ref::SetRef;
#[cfg(feature = "bytes")]
pub use share::Shareable;
pub use size::Size;
pub use target::Target;
#[cfg(feature = "bytes")]
pub use text_shared::TextShared;
pub use writer::Writer;
