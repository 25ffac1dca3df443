//! Types of serde: bincode 2's functions for them, and wrappers for fields.
//!
//! The encoding does not describe itself, so types that need that are refused:
//! `#[serde(untagged)]`, `#[serde(flatten)]`, `#[serde(tag = "..")]`, and the `Value` types of
//! other formats.
//!
//! ```
//! # #[cfg(feature = "std")] {
//! #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
//! struct Host<'a> { name: &'a str, port: u16 }
//! let host = Host { name: "a.b", port: 80 };
//! let config = codec_bincode::config::standard();
//! let bytes = codec_bincode::serde::encode_to_vec(&host, config)?;
//! assert_eq!(bytes, [3, b'a', b'.', b'b', 80]);
//! let (same, len) = codec_bincode::serde::borrow_decode_from_slice::<Host<'_>, _>(&bytes, config)?;
//! assert_eq!((same, len), (host, 5));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod access;
mod bytes;
mod compat;
mod deserializer;
mod serializer;

use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::fmt::Display;

use ::serde::de::{DeserializeOwned, DeserializeSeed};
use ::serde::{Deserialize, Serialize};
pub use compat::{BorrowCompat, Compat};
pub(crate) use deserializer::{Borrowing, Owning, Values};
pub(crate) use serializer::Values as Written;

use crate::config::Config;
#[cfg(feature = "std")]
use crate::de::read::IoReader;
use crate::de::read::{Reader, SliceReader};
use crate::de::{Decoder as _, DecoderImpl};
use crate::enc::write::Writer;

/// Requests of serde that the bytes can't answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// The kind of what comes next (`deserialize_any`).
    AnyNotSupported,
    /// The name of a field (`deserialize_identifier`).
    IdentifierNotSupported,
    /// The end of the next value, to skip it (`deserialize_ignored_any`).
    IgnoredAnyNotSupported,
    /// Borrowed data, from a source that can't lend any.
    CannotBorrowOwnedData,
}

impl From<DecodeError> for crate::error::DecodeError {
    fn from(error: DecodeError) -> Self {
        Self::Serde(error)
    }
}

impl ::serde::de::Error for crate::error::DecodeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::OtherString(message.to_string())
    }
}

/// Requests of serde that have no encoding.
#[derive(Debug)]
#[non_exhaustive]
pub enum EncodeError {
    /// A sequence whose length is not known in advance.
    SequenceMustHaveLength,
}

impl From<EncodeError> for crate::error::EncodeError {
    fn from(error: EncodeError) -> Self {
        Self::Serde(error)
    }
}

impl ::serde::ser::Error for crate::error::EncodeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::OtherString(message.to_string())
    }
}

/// Encodes a value into a new vector of exactly the right capacity.
///
/// # Errors
/// The errors of the value.
#[inline]
pub fn encode_to_vec<E: Serialize, C: Config>(
    val: E,
    config: C,
) -> Result<Vec<u8>, crate::error::EncodeError> {
    crate::encode_to_vec(Compat(val), config)
}

/// Encodes a value into a slice, and returns the number of bytes.
///
/// # Errors
/// [`UnexpectedEnd`](crate::error::EncodeError::UnexpectedEnd) when the slice is too short,
/// and those of the value.
#[inline]
pub fn encode_into_slice<E: Serialize, C: Config>(
    val: E,
    dst: &mut [u8],
    config: C,
) -> Result<usize, crate::error::EncodeError> {
    crate::encode_into_slice(Compat(val), dst, config)
}

/// Encodes a value into a writer.
///
/// # Errors
/// The errors of the writer and of the value.
#[inline]
pub fn encode_into_writer<E: Serialize, W: Writer, C: Config>(
    val: E,
    writer: W,
    config: C,
) -> Result<(), crate::error::EncodeError> {
    crate::encode_into_writer(Compat(val), writer, config)
}

/// Encodes a value into a sink, and returns the number of bytes.
///
/// # Errors
/// [`Io`](crate::error::EncodeError::Io), and those of the value.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[inline]
pub fn encode_into_std_write<E: Serialize, C: Config, W: std::io::Write>(
    val: E,
    dst: &mut W,
    config: C,
) -> Result<usize, crate::error::EncodeError> {
    crate::encode_into_std_write(Compat(val), dst, config)
}

/// Decodes a value from the front of a slice, and returns the number of bytes as well.
///
/// # Errors
/// The errors of the value.
#[inline]
pub fn decode_from_slice<D: DeserializeOwned, C: Config>(
    slice: &[u8],
    config: C,
) -> Result<(D, usize), crate::error::DecodeError> {
    borrow_decode_from_slice(slice, config)
}

/// Decodes a value that may borrow from the front of a slice, and returns the number of
/// bytes as well.
///
/// # Errors
/// The errors of the value.
#[inline]
pub fn borrow_decode_from_slice<'de, D: Deserialize<'de>, C: Config>(
    slice: &'de [u8],
    config: C,
) -> Result<(D, usize), crate::error::DecodeError> {
    seed_decode_from_slice(core::marker::PhantomData, slice, config)
}

/// Like [`borrow_decode_from_slice`], for a value that a seed makes.
///
/// # Errors
/// The errors of the value.
#[inline]
pub fn seed_decode_from_slice<'de, D: DeserializeSeed<'de>, C: Config>(
    seed: D,
    slice: &'de [u8],
    config: C,
) -> Result<(D::Value, usize), crate::error::DecodeError> {
    let mut decoder = DecoderImpl::new(SliceReader::new(slice), config, ());
    let value =
        seed.deserialize(Values::<_, Borrowing, crate::error::DecodeError>::new(&mut decoder))?;
    Ok((value, slice.len() - decoder.reader().rest().len()))
}

/// Decodes a value from a reader.
///
/// # Errors
/// The errors of the reader and of the value.
#[inline]
pub fn decode_from_reader<D: DeserializeOwned, R: Reader, C: Config>(
    reader: R,
    config: C,
) -> Result<D, crate::error::DecodeError> {
    let mut decoder = DecoderImpl::new(reader, config, ());
    D::deserialize(Values::<_, Owning, crate::error::DecodeError>::new(&mut decoder))
}

/// Decodes a value from a source, without reading past it.
///
/// # Errors
/// [`Io`](crate::error::DecodeError::Io), and those of the value.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[inline]
pub fn decode_from_std_read<D: DeserializeOwned, C: Config, R: std::io::Read>(
    src: &mut R,
    config: C,
) -> Result<D, crate::error::DecodeError> {
    decode_from_reader(IoReader::new(src), config)
}
