//! The paths of bincode 1.
#![forbid(unsafe_code)]

pub(crate) mod calls;
mod config;
mod deserializer;
mod error;
mod serializer;

use std::io::{Read, Write};

pub use config::{Config, config};
pub use deserializer::Deserializer;
pub use error::{Error, ErrorKind, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
pub use serializer::Serializer;

pub use crate::config::{DefaultOptions, Options};

/// The default options of bincode 1: [`DefaultOptions`].
pub const fn options() -> DefaultOptions {
    DefaultOptions::new()
}

/// Encodes a value with integers of fixed width, little-endian.
///
/// # Errors
/// The errors of the value.
///
/// ```
/// assert_eq!(codec_bincode::serialize(&Some(258u16))?, [1, 2, 1]);
/// # Ok::<(), codec_bincode::Error>(())
/// ```
#[inline]
pub fn serialize<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    options().with_fixint_encoding().serialize(value)
}

/// Like [`serialize`], into a sink.
///
/// # Errors
/// The errors of the value, and [`ErrorKind::Io`].
#[inline]
pub fn serialize_into<W: Write, T: Serialize + ?Sized>(writer: W, value: &T) -> Result<()> {
    options().with_fixint_encoding().serialize_into(writer, value)
}

/// The length of the encoding by [`serialize`], in bytes.
///
/// # Errors
/// The errors of the value.
///
/// ```
/// assert_eq!(codec_bincode::serialized_size("a.b")?, 11);
/// # Ok::<(), codec_bincode::Error>(())
/// ```
#[inline]
pub fn serialized_size<T: Serialize + ?Sized>(value: &T) -> Result<u64> {
    options().with_fixint_encoding().serialized_size(value)
}

/// Decodes what [`serialize`] wrote, and ignores bytes after it.
///
/// # Errors
/// [`ErrorKind::Io`] with `UnexpectedEof` when the slice ends, and the others of
/// [`ErrorKind`].
///
/// ```
/// assert_eq!(codec_bincode::deserialize::<Option<u16>>(&[1, 2, 1])?, Some(258));
/// let error = codec_bincode::deserialize::<bool>(&[2]).unwrap_err();
/// assert!(matches!(*error, codec_bincode::ErrorKind::InvalidBoolEncoding(2)));
/// # Ok::<(), codec_bincode::Error>(())
/// ```
#[inline]
pub fn deserialize<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T> {
    options().with_fixint_encoding().allow_trailing_bytes().deserialize(bytes)
}

/// Like [`deserialize`], from a source, without reading past the value.
///
/// # Errors
/// The same as [`deserialize`].
///
/// ```
/// let mut source = &[7, 0, 9][..];
/// assert_eq!(codec_bincode::deserialize_from::<_, u16>(&mut source)?, 7);
/// assert_eq!(source, [9]);
/// # Ok::<(), codec_bincode::Error>(())
/// ```
#[inline]
pub fn deserialize_from<R: Read, T: DeserializeOwned>(reader: R) -> Result<T> {
    options().with_fixint_encoding().allow_trailing_bytes().deserialize_from(reader)
}
