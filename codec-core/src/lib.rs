//! One annotated struct; every way to read it; every wire format it may travel in.
//!
//! * [`Encode`] writes into a vector, a slice or a `BytesMut`. A new vector is sized
//!   first: exactly, or by an estimate for long sequences.
//! * [`Decodable`] reads an owned value: no lifetime anywhere.
//! * [`DecodableRef`] borrows from the input: the opt-in `#[codec(borrow)]`. It
//!   allocates only for fields that are owned, such as a `Vec` of borrowed values.
//! * Fields of type `bytes::Bytes`, and everything under `#[codec(shared)]`, share
//!   the input's memory by reference counting, without a lifetime.
//!
//! The format is chosen by the call: [`Sv2::to_vec`](Format::to_vec),
//! [`Bincode::from_slice`](Format::from_slice), and so on.
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod field;
mod form;
pub mod format;
mod impls;
mod io;
pub mod message;
pub mod push;
mod raw;
mod read;
mod record;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "std")]
pub mod stream;
pub mod trace;
mod value;
pub mod wire;
mod write;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private_0_1;
mod error;
pub use message::header;

#[cfg(feature = "derive")]
pub use codec_derive::{Decode, Encode, Header};
pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use form::{box_ref::BoxRef, deque_ref::DequeRef, lent::LentIter, map_ref::MapRef};
pub use form::{seq_ref::SeqRef, set_ref::SetRef};
#[cfg(feature = "bytes")]
pub use form::{seq_shared::SeqShared, text_shared::TextShared};
#[cfg(feature = "alloc")]
pub use format::Traced;
pub use format::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Format, Layout, MapOrder, Postcard, Strict,
    Sv2, Unsupported, int::Int, size::Size,
};
pub use io::cursor::Cursor;
pub use io::limits::{DEFAULT_DEPTH, Limits, MAX_EMPTY_ELEMENTS};
pub use io::{output::Output, target::Target};
pub use message::header::Header;
pub use message::protocol::{Borrowed, ById, FromPayload, IdOf, Protocol, Raw, Single, ToPayload};
pub use message::{Message, MessageInfo, Messages, MessagesRef};
pub use read::reader::Reader;
#[cfg(feature = "bytes")]
pub use value::share::Shareable;
pub use value::{borrow::Borrowable, decode::Decodable, decode_ref::DecodableRef, encode::Encode};
#[cfg(feature = "alloc")]
pub use wire::packed::{EncodesAs, Packable, Packed, PackedIter};
pub use write::writer::Writer;
