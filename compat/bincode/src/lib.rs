//! The API of bincode 1 and bincode 2, over the formats of `codec-core`. A program that uses
//! bincode changes one line:
//!
//! ```toml
//! bincode = { package = "codec-bincode", git = "https://github.com/codec-rs/codec" }
//! ```
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use codec_bincode as bincode;
//! // As bincode 2 ..
//! let bytes = bincode::encode_to_vec((7u16, "a.b"), bincode::config::standard())?;
//! assert_eq!(bytes, [7, 3, b'a', b'.', b'b']);
//! let (value, len): ((u16, String), usize) =
//!     bincode::decode_from_slice(&bytes, bincode::config::standard())?;
//! assert_eq!((value, len), ((7, "a.b".to_owned()), 5));
//! // .. and as bincode 1.
//! # #[cfg(feature = "serde")] {
//! let bytes = bincode::serialize(&(7u16, "a"))?;
//! assert_eq!(bytes, [7, 0, 1, 0, 0, 0, 0, 0, 0, 0, b'a']);
//! assert_eq!(bincode::deserialize::<(u16, &str)>(&bytes)?, (7, "a"));
//! # }}
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In every configuration the bytes and the errors are those of bincode, but for the index in
//! [`EncodeError::Io`](error::EncodeError::Io), which may be that of the first number of a vector whose
//! numbers were being written. What differs is how much
//! an input may cost: a declared length reserves no more memory than the input has bytes for,
//! zero-length elements are limited ([`MAX_EMPTY_ELEMENTS`]), and so is nesting (128 levels by
//! default: see [`with_depth`](config::Configuration::with_depth) and `Options::with_depth`).
//!
//! | bincode 1 | here |
//! |---|---|
//! | `serialize`, `serialize_into`, `serialized_size`, `deserialize`, `deserialize_from` | the same |
//! | `options()`, `DefaultOptions`, `Options`, `config()` and `Config` | the same |
//! | `Error`, `ErrorKind`, `Result` | the same |
//! | `Serializer`, `Deserializer` | the same, of slices and `std::io` |
//! | `BincodeRead`, `deserialize_from_custom` | none: [`de::read::Reader`] |
//!
//! | bincode 2 | here |
//! |---|---|
//! | `encode_*`, `decode_*`, `borrow_decode_*` | the same |
//! | `config`, `de`, `enc`, `error` | the same |
//! | `serde` | the same, without the structs `OwnedSerdeDecoder`, `BorrowedSerdeDecoder` |
//! | derives and their attributes | the same |
//!
//! [`sniff()`] guesses which of the two layouts bytes are in.
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | sources, sinks and types of `std`; else the crate is `no_std` |
//! | `alloc` | `encode_to_vec`, types of `alloc` |
//! | `derive` (default) | the derives of bincode 2 |
//! | `serde` (default) | `serde` of bincode 2 and, with `std`, bincode 1 |
//! | `i128` | nothing: for programs that enable bincode 1's feature of this name |
//!
//! [The book's page for those who come from bincode](https://github.com/codec-rs/codec/blob/main/docs/migrating/bincode.md)
//! lists what differs.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod calls;
pub mod config;
pub mod de;
pub mod enc;
pub mod error;
mod impls;
#[cfg(all(feature = "serde", feature = "std"))]
mod one;
#[cfg(feature = "serde")]
pub mod serde;
mod sniff;
mod wire;

#[cfg(feature = "alloc")]
pub use calls::encode_to_vec;
pub use calls::{
    borrow_decode_from_slice, borrow_decode_from_slice_with_context, decode_from_reader,
    decode_from_slice, decode_from_slice_with_context, encode_into_slice, encode_into_writer,
};
#[cfg(feature = "std")]
pub use calls::{decode_from_std_read, decode_from_std_read_with_context, encode_into_std_write};
#[cfg(feature = "derive")]
pub use codec_bincode_derive::{BorrowDecode, Decode, Encode};
pub use codec_core::MAX_EMPTY_ELEMENTS;
pub use de::{BorrowDecode, Decode};
pub use enc::Encode;
#[cfg(all(feature = "serde", feature = "std"))]
pub use one::{
    Config, DefaultOptions, Deserializer, Error, ErrorKind, Options, Result, Serializer, config,
    deserialize, deserialize_from, options, serialize, serialize_into, serialized_size,
};
#[cfg(all(feature = "serde", feature = "std"))]
pub use sniff::sniff_as;
pub use sniff::{Layout, sniff};

/// The examples of the README.
#[cfg(all(doctest, feature = "std", feature = "serde", feature = "derive"))]
#[doc = include_str!("../README.md")]
struct Readme;
