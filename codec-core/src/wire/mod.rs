//! Types with their own layout, the same bytes in every format: bounded strings and byte strings,
//! bounded sequences, and fixed arrays, as wire protocols define them. The names are those of
//! Stratum V2 (specification, section 3.1), except for strings in UTF-16.
//!
//! | Stratum V2 | owned | borrowed | shared |
//! |---|---|---|---|
//! | `STR0_255` | [`Str0255`] | [`Str0255Ref`] | [`Str0255Shared`] |
//! | `B0_32` | [`B032`] | [`B032Ref`] | [`B032Shared`] |
//! | `B0_255` | [`B0255`] | [`B0255Ref`] | [`B0255Shared`] |
//! | `B0_64K` | [`B064K`] | [`B064KRef`] | [`B064KShared`] |
//! | `B0_16M` | [`B016M`] | [`B016MRef`] | [`B016MShared`] |
//! | `SEQ0_255[T]` | [`Seq0255`] | [`Seq0255Ref`] | [`Seq0255Shared`] |
//! | `SEQ0_64K[T]` | [`Seq064K`] | [`Seq064KRef`] | [`Seq064KShared`] |
//! | `U24` | [`U24`] | the same | the same |
//! | `U256`, `PUBKEY`, `SIGNATURE`, `MAC` | [`U256`], [`PubKey`], [`Signature`], [`Mac`] | the same: [`U256Ref`], [`PubKeyRef`], [`SignatureRef`], [`MacRef`] | the same |
//! | (a limit for hashes) | [`Target`] | the same | the same |
//! | `OPTION[T]` | `Option` | `Option` | `Option` |
//! | (UTF-16; written from a `str`: [`Utf16Str`]) | [`Utf16`] | [`Utf16Ref`] | [`Utf16Shared`] |
//!
//! Without the feature `alloc`, owned types of variable length hold nothing: they name the fields of
//! messages of which only the borrowed form can be decoded, and decoding them does not compile.
//!
//! [`PackedSeq0255`] and [`PackedSeq064K`] are sequences as well, owned, with two
//! allocations instead of one for each element.
#![forbid(unsafe_code)]

mod arrays;
mod bounded;
mod bounded_codec;
mod bounded_convert;
mod hex;
#[cfg(feature = "alloc")]
pub(crate) mod packed;
mod prefix;
pub(crate) mod quoted;
mod seq;
mod seq_codec;
#[cfg(feature = "alloc")]
mod seq_convert;
mod storage;
mod target;
mod too_long;
mod u24;
#[cfg(not(feature = "alloc"))]
mod unallocated;
mod utf16;
mod utf16_codec;
mod utf16_str;

pub use arrays::{Mac, PubKey, Signature, U256};
pub use bounded::{Blob, Bounded, Kind, Opaque, Text, Textual};
pub use hex::ParseHexError;
#[cfg(feature = "alloc")]
pub use packed::seq::{PackedSeq064K, PackedSeq0255};
pub use prefix::LengthPrefix;
pub use seq::{Seq, SeqStorage};
pub use storage::{InlineBytes, SmallBytes, Storage};
pub use target::Target;
pub use too_long::TooLong;
pub use u24::U24;
pub use utf16::Utf16Text;
pub use utf16_str::Utf16Str;
#[cfg(not(feature = "alloc"))]
pub use {Seq064K as PackedSeq064K, Seq0255 as PackedSeq0255};

/// A field of any number of elements: the `Vec` of `alloc`. Without the feature `alloc` it holds nothing,
/// and names what a message borrows.
#[cfg(feature = "alloc")]
pub use alloc::vec::Vec;
#[cfg(not(feature = "alloc"))]
pub use unallocated::Vec;

/// The longest `B0_16M` and the largest [`U24`]: 16,777,215.
pub const MAX_U24: usize = 0xff_ffff;

/// `B0_32`: at most 32 bytes, stored inline.
pub type B032 = Blob<u8, 32, InlineBytes<32>>;
/// `B0_32`, borrowed.
pub type B032Ref<'de> = Blob<u8, 32, &'de [u8]>;

/// `U256`, borrowed: a copy; copying 32 bytes is faster than following a pointer to them.
pub type U256Ref<'de> = U256;
/// `PUBKEY`, borrowed: a copy.
pub type PubKeyRef<'de> = PubKey;
/// `SIGNATURE`, borrowed: a copy.
pub type SignatureRef<'de> = Signature;
/// `MAC`, borrowed: a copy.
pub type MacRef<'de> = Mac;

/// `STR0_255`, borrowed.
pub type Str0255Ref<'de> = Text<u8, 255, &'de [u8]>;
/// `B0_255`, borrowed.
pub type B0255Ref<'de> = Blob<u8, 255, &'de [u8]>;
/// `B0_64K`, borrowed.
pub type B064KRef<'de> = Blob<u16, 0xffff, &'de [u8]>;
/// `B0_16M`, borrowed.
pub type B016MRef<'de> = Blob<U24, MAX_U24, &'de [u8]>;
/// A UTF-16 string after a count of code units, borrowed.
pub type Utf16Ref<'de, L> = Utf16Text<L, &'de [u8]>;
/// `SEQ0_255[T]`, borrowed; `T` is the borrowed form of the element.
pub type Seq0255Ref<'de, T> = Seq<u8, crate::SeqRef<'de, T>>;
/// `SEQ0_64K[T]`, borrowed; `T` is the borrowed form of the element.
pub type Seq064KRef<'de, T> = Seq<u16, crate::SeqRef<'de, T>>;

/// `STR0_255`: at most 255 bytes, UTF-8 only by recommendation; up to 30
/// bytes are stored inline.
pub type Str0255 = Text<u8, 255, SmallBytes>;
/// `B0_255`: at most 255 bytes; up to 30 are stored inline.
pub type B0255 = Blob<u8, 255, SmallBytes>;
/// `B0_64K`: at most 65,535 bytes.
pub type B064K = Blob<u16, 0xffff, Vec<u8>>;
/// `B0_16M`: at most 16,777,215 bytes.
pub type B016M = Blob<U24, MAX_U24, Vec<u8>>;
/// `SEQ0_255[T]`: at most 255 elements.
pub type Seq0255<T> = Seq<u8, Vec<T>>;
/// `SEQ0_64K[T]`: at most 65,535 elements.
pub type Seq064K<T> = Seq<u16, Vec<T>>;
/// A UTF-16 string after a count of code units, of the type `L`.
pub type Utf16<L> = Utf16Text<L, Vec<u8>>;

crate::shared! {
    /// `STR0_255`, shared.
    pub type Str0255Shared = Text<u8, 255, bytes::Bytes>;
    /// `B0_32`, shared.
    pub type B032Shared = Blob<u8, 32, bytes::Bytes>;
    /// `B0_255`, shared.
    pub type B0255Shared = Blob<u8, 255, bytes::Bytes>;
    /// `B0_64K`, shared.
    pub type B064KShared = Blob<u16, 0xffff, bytes::Bytes>;
    /// `B0_16M`, shared.
    pub type B016MShared = Blob<U24, MAX_U24, bytes::Bytes>;
    /// `SEQ0_255[T]`, shared; `T` is the shared form of the element.
    pub type Seq0255Shared<T> = Seq<u8, crate::SeqShared<T>>;
    /// `SEQ0_64K[T]`, shared; `T` is the shared form of the element.
    pub type Seq064KShared<T> = Seq<u16, crate::SeqShared<T>>;
    /// A UTF-16 string after a count of code units, shared.
    pub type Utf16Shared<L> = Utf16Text<L, bytes::Bytes>;
}
