//! Types that implement serde's traits, in every format, byte for byte as the native types of the
//! same shape, so that a code base can migrate type by type.
//!
//! [`Serde<T>`] wraps a field of a native struct, or a value by itself, also one from a stream;
//! [`to_vec`] and [`from_slice`] do without the wrapper and keep a type's own error message. Structs
//! and tuples are encoded as their fields one after another, enums as a tag (the variant's index) and
//! the fields, options as a byte and the value, sequences and maps as a count and the elements, as in
//! bincode, postcard and the others.
//!
//! A type that a format does not support is an error of the build for native types and a run-time
//! error here, since `Serialize` doesn't declare the parts of a value beforehand. The formats are not
//! self-describing: types that need that are refused when they are decoded (`serde_json::Value`,
//! `#[serde(untagged)]`, `#[serde(tag = "..")]`); `#[serde(flatten)]`, as every map that doesn't know
//! its length, and a field that `skip_serializing_if` leaves out, when they are encoded. serde has
//! 64-bit integers for `usize` and sequences for sets, which stay in iteration order. Maps are written
//! in the order of the format; where that is the order of the keys, they are compared as by a derived
//! `Ord`, since serde doesn't know theirs.
#![forbid(unsafe_code)]

mod access;
mod compound;
mod deserializer;
mod error;
mod rank;
mod serializer;
mod sink;
mod sorted;
mod wrapper;

pub use error::Error;
pub use wrapper::Serde;

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::io::limits::Limits;
use crate::read::reader::Reader;
use deserializer::Source;

/// Encodes a value of serde into a new vector.
///
/// # Errors
/// [`Error::Unsupported`] for a type that the format has no encoding for,
/// [`Error::Encode`], and [`Error::Custom`] from the type itself.
///
/// ```
/// use codec_core::{Bincode, Postcard};
/// #[derive(serde::Serialize)]
/// enum Shape { Point, Circle { radius: u16 } }
/// let shapes = [Shape::Point, Shape::Circle { radius: 300 }];
/// assert_eq!(codec_core::serde_bridge::to_vec::<Postcard, _>(&shapes)?, [0, 1, 0xac, 2]);
/// assert_eq!(codec_core::serde_bridge::to_vec::<Bincode, _>(&shapes[0])?, [0, 0, 0, 0]);
/// # Ok::<(), codec_core::serde_bridge::Error>(())
/// ```
pub fn to_vec<F: Format, T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    sink::append::<F, T>(value, &mut bytes).map_err(|fault| *fault.0)?;
    Ok(bytes)
}

/// Decodes a value of serde from all of `input`. Strings and byte strings may
/// borrow from it.
///
/// # Errors
/// [`Error::Decode`], [`TrailingBytes`](crate::DecodeErrorKind::TrailingBytes)
/// included; [`Error::Unsupported`], [`Error::Custom`].
///
/// ```
/// use codec_core::Postcard;
/// #[derive(serde::Deserialize)]
/// struct Host<'a> { port: u16, #[serde(borrow)] name: &'a str }
/// let host: Host<'_> = codec_core::serde_bridge::from_slice::<Postcard, _>(b"\x50\x03a.b")?;
/// assert_eq!((host.port, host.name), (80, "a.b"));
/// let error = codec_core::serde_bridge::from_slice::<Postcard, Host<'_>>(b"\x50\x03a.").err().unwrap();
/// assert_eq!(error.to_string(), "unexpected end of input at byte 4");
/// # Ok::<(), codec_core::serde_bridge::Error>(())
/// ```
pub fn from_slice<'de, F: Format, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T, Error> {
    from_slice_with::<F, T>(Limits::DEFAULT, input)
}

/// Like [`from_slice`], within limits. The memory limit counts strings and byte strings, borrowed
/// ones too, and the elements of sequences and maps.
///
/// # Errors
/// The same as [`from_slice`], and [`MemoryExceeded`](crate::DecodeErrorKind::MemoryExceeded).
///
/// ```
/// use codec_core::{Limits, Postcard};
/// let limits = Limits { memory: 3, ..Limits::DEFAULT };
/// assert_eq!(codec_core::serde_bridge::from_slice_with::<Postcard, String>(limits, b"\x03a.b")?, "a.b");
/// assert!(codec_core::serde_bridge::from_slice_with::<Postcard, String>(limits, b"\x04a.bc").is_err());
/// # Ok::<(), codec_core::serde_bridge::Error>(())
/// ```
#[inline]
pub fn from_slice_with<'de, F: Format, T: Deserialize<'de>>(
    limits: Limits,
    input: &'de [u8],
) -> Result<T, Error> {
    let r = Reader::<F>::from_cursor(Cursor::new(input).with_limits(limits));
    let mut source = Source::new(r);
    let value = source.value().map_err(|fault| *fault.0)?;
    source.r.cursor().finish()?;
    Ok(value)
}

/// Decodes a value of serde from the front of `input`, and returns the remaining bytes.
///
/// # Errors
/// The same as [`from_slice`], except for trailing bytes.
pub fn from_slice_prefix<'de, F: Format, T: Deserialize<'de>>(
    input: &'de [u8],
) -> Result<(T, &'de [u8]), Error> {
    let mut source = Source::new(Reader::<F>::new(input));
    let value = source.value().map_err(|fault| *fault.0)?;
    Ok((value, source.r.cursor().rest()))
}
