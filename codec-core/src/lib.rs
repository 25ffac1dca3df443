//! A codec for binary wire protocols: one annotated struct is decoded owned, borrowed or
//! reference-counted, in seven wire formats.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "bytes"))] {
//! use codec_core::{Decode, Encode, Format, Postcard};
//! #[derive(Debug, PartialEq, Encode, Decode)]
//! #[codec(borrow, shared)]
//! struct Hello { version: u16, host: String }
//!
//! let hello = Hello { version: 300, host: "a.b".into() };
//! let bytes = Postcard::to_vec(&hello)?;
//! assert_eq!(bytes, [0xac, 2, 3, b'a', b'.', b'b']);
//! assert_eq!(Postcard::from_slice::<Hello>(&bytes)?, hello); // owned
//! assert_eq!(Postcard::from_slice_ref::<HelloRef>(&bytes)?.host, "a.b"); // borrowed
//! let input = bytes::Bytes::from(bytes);
//! assert_eq!(Postcard::from_bytes::<HelloShared>(&input)?.host, *"a.b"); // reference-counted
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | encode and decode, in the format of your choice | [`Format`] on [`Sv2`], [`Bincode`], [`BincodeVarint`], [`Postcard`], [`Borsh`], [`Compact`], [`Consensus`] |
//! | refuse all but the canonical encoding, choose the byte order | [`Strict`], [`format::BigEndian`], [`format::LittleEndian`] |
//! | say how a type is encoded | `#[derive(Encode, Decode)]`, or [`Encode`], [`Decodable`], [`DecodableRef`] by hand; [`field`] |
//! | use the types of a specification: strings and sequences with a limit, hashes | [`wire`] |
//! | keep many small strings in two allocations | [`Packed`] |
//! | limit what an input may cost | [`Limits`] |
//! | distinguish messages by an id, describe a frame header, a whole protocol | [`Message`], [`Header`], [`Protocol`], [`message`] |
//! | read and write streams without frames | `stream` |
//! | decode from pieces | `push` |
//! | find the field in which an input is invalid | `Format::explain`, [`trace`] |
//! | encode types of serde | `serde` |
//! | get the wire format of a type as data | `schema` |
//! | write a format | [`Layout`], [`format::Rules`], [`format::varint`] |
//!
//! | format | the bytes of | integers | lengths and counts |
//! |---|---|---|---|
//! | [`Sv2`] | Stratum V2 | fixed, little-endian | of the type: one to three bytes |
//! | [`Bincode`] | bincode 1's functions, bincode 2's `legacy()`, wincode | fixed, little-endian | 8 bytes |
//! | [`BincodeVarint`] | bincode 2's `standard()` | one byte up to 250, else 3, 5, 9 or 17 | the same |
//! | [`Postcard`] | postcard | LEB128 | LEB128 |
//! | [`Borsh`] | borsh | fixed, little-endian | 4 bytes |
//! | [`Compact`] | pack-io | LEB128 | LEB128 |
//! | [`Consensus`] | Bitcoin and Decred | fixed, little-endian | `CompactSize` |
//!
//! Frames, their memory and connections are in `codec-pool`; `codec-bincode` replaces bincode by
//! one line of `Cargo.toml`.
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | types of `std`; else the crate is `no_std` |
//! | `alloc` | `Vec`, `String`, maps, [`Packed`], explanations |
//! | `bytes` (default) | `bytes::Bytes`: reference-counted forms, `BytesMut` as a target |
//! | `derive` (default) | the derives `Encode`, `Decode` and `Header` |
//! | `push` | `push`: decoding that stops at any byte and resumes there; `#[codec(push)]` |
//! | `schema` | `schema`: the wire format of a type as data; `#[codec(schema)]` |
//! | `stream` | `stream`: values from any `Read`, and to any `Write`; `Format::read_from`, `write_to` |
//! | `serde` | `serde_bridge`: types of serde in every format |
//! | `tokio` | `stream::AsyncStreamReader` |
//! | `zerocopy` | `field::InPlace`: plain old data, read in place |
//! | `optimize_for_size` | fewer instructions rather than faster ones, for microcontrollers |
//! | `arrayvec`, `chrono`, `hashbrown`, `hashbrown-0-15`, `heapless`, `indexmap`, `smallvec`, `time`, `uuid` | types of those crates |
//!
//! The book: [five minutes to the first message](https://github.com/codec-rs/codec/blob/main/docs/start.md),
//! [where a message lives](https://github.com/codec-rs/codec/blob/main/docs/choosing.md),
//! [formats](https://github.com/codec-rs/codec/blob/main/docs/formats.md),
//! [wire formats, clause by clause](https://github.com/codec-rs/codec/blob/main/docs/wire-formats.md),
//! [the derives](https://github.com/codec-rs/codec/blob/main/docs/derive.md),
//! [what they refuse](https://github.com/codec-rs/codec/blob/main/docs/diagnostics.md),
//! [changing a type](https://github.com/codec-rs/codec/blob/main/docs/changing.md),
//! [types of serde](https://github.com/codec-rs/codec/blob/main/docs/serde.md),
//! [streams](https://github.com/codec-rs/codec/blob/main/docs/streams.md),
//! [pieces](https://github.com/codec-rs/codec/blob/main/docs/push.md),
//! [packed sequences](https://github.com/codec-rs/codec/blob/main/docs/packed.md),
//! [hostile input](https://github.com/codec-rs/codec/blob/main/docs/limits.md),
//! [inspecting](https://github.com/codec-rs/codec/blob/main/docs/inspecting.md),
//! [migrating](https://github.com/codec-rs/codec/blob/main/docs/migrating/README.md).
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod field;
mod form;
pub mod format;
mod impls;
mod io;
pub mod message;
#[cfg(feature = "push")]
pub mod push;
mod raw;
mod read;
mod record;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(feature = "serde")]
pub mod serde_bridge;
#[cfg(feature = "stream")]
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
pub use form::element::{BorrowableElement, Sequence};
#[cfg(feature = "bytes")]
pub use form::element::{ShareableElement, SharedSequence};
pub use form::{box_ref::BoxRef, deque_ref::DequeRef, lent::LentIter, map_key::MapKey};
pub use form::{
    map_ref::MapRef,
    seq_ref::{SeqIter, SeqRef},
    set_ref::{SetIter, SetRef},
};
#[cfg(feature = "bytes")]
pub use form::{
    seq_shared::{SeqShared, SeqSharedIter},
    text_shared::TextShared,
};
#[cfg(feature = "alloc")]
pub use format::Traced;
pub use format::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Format, Layout, MapOrder, Postcard, Strict,
    Sv2, Unsupported, int::Int, size::Size,
};
#[cfg(feature = "alloc")]
pub use impls::alloc::binary_heap::HeapItems;
pub use io::cursor::Cursor;
pub use io::limits::{DEFAULT_DEPTH, Limits, MAX_EMPTY_ELEMENTS};
pub use io::{output::Output, target::Target};
pub use message::header::Header;
pub use message::protocol::{Borrowed, ById, FromPayload, IdOf, Protocol, Raw, Single, ToPayload};
pub use message::{Message, MessageInfo, Messages, MessagesRef};
pub use read::reader::Reader;
pub use value::memory::{MemoryBound, MemoryWalk};
#[cfg(feature = "bytes")]
pub use value::share::Shareable;
pub use value::{
    borrow::Borrowable,
    decode::{Decodable, Decode},
    decode_ref::DecodableRef,
    encode::Encode,
};
#[cfg(not(feature = "alloc"))]
pub use wire::Vec as Packed;
#[cfg(feature = "alloc")]
pub use wire::packed::{EncodesAs, Packable, Packed, PackedIter};
pub use write::writer::Writer;

/// The examples of the README.
#[cfg(all(doctest, feature = "bytes", feature = "derive", feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
