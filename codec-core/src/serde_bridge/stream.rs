//! Values of serde from a source and to a sink.
#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::{error, fmt};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Error;
use super::deserializer::deserialize;
use crate::error::DecodeError;
use crate::format::Format;
use crate::io::limits::Limits;
use crate::read::reader::Reader;
use crate::stream::{Pass, ReadError, WriteError, read_by, write_bytes};

/// Why a value of serde could not be read from a source or written to a sink.
///
/// ```
/// use codec_core::Bincode;
/// use codec_core::serde_bridge::{Error, StreamError};
/// let error = codec_core::serde_bridge::from_reader::<Bincode, std::num::NonZeroU8>(&mut &[0][..], 99);
/// let error = error.unwrap_err();
/// assert!(matches!(&error, StreamError::Value(Error::Custom(_))));
/// assert_eq!(error.to_string(), "invalid value: integer `0`, expected a nonzero u8");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// The source failed, or the bytes are not a value.
    Read(ReadError),
    /// The sink failed.
    Write(WriteError),
    /// The value was refused, with the message of its type or of the format.
    Value(Error),
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
            Self::Value(error) => error.fmt(f),
        }
    }
}

impl error::Error for StreamError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Read(error) => error.source(),
            Self::Write(error) => error.source(),
            Self::Value(error) => error.source(),
        }
    }
}

impl From<ReadError> for StreamError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<WriteError> for StreamError {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

impl From<Error> for StreamError {
    fn from(error: Error) -> Self {
        Self::Value(error)
    }
}

/// The source's or sink's own error; else that of the value.
impl From<StreamError> for io::Error {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::Read(error) => error.into(),
            StreamError::Write(error) => error.into(),
            StreamError::Value(error) => error.into(),
        }
    }
}

/// A decode or encode error as such; any other is [`InvalidData`](io::ErrorKind::InvalidData).
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Decode(error) => error.into(),
            Error::Encode(error) => error.into(),
            error => Self::new(io::ErrorKind::InvalidData, error),
        }
    }
}

/// Deserializes a value, and keeps the error if it is refused.
struct Worded<T> {
    limits: Limits,
    words: Option<Error>,
    value: std::marker::PhantomData<T>,
}

impl<T: DeserializeOwned> Pass for Worded<T> {
    type Value = T;

    fn pass<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<T, DecodeError> {
        *r.cursor_mut() = r.cursor().clone().with_limits(self.limits);
        deserialize::<F, T>(r).map_err(|error| {
            let native = error.to_decode(r.offset());
            self.words = Some(error);
            native
        })
    }
}

/// Decodes a value of serde of at most `limit` bytes from a source, and leaves the source
/// right after it. Strings and byte strings are copied, whatever the type.
///
/// # Errors
/// [`StreamError::Value`] with the type's own message, or for a type that the format does not
/// support; [`StreamError::Read`].
///
/// ```
/// use codec_core::Postcard;
/// let mut source = &b"\x50\x03a.b more"[..];
/// let host: (u16, String) = codec_core::serde_bridge::from_reader::<Postcard, _>(&mut source, 1 << 20)?;
/// assert_eq!(host, (80, "a.b".to_owned()));
/// assert_eq!(source, b" more");
/// # Ok::<(), codec_core::serde_bridge::StreamError>(())
/// ```
pub fn from_reader<F: Format, T: DeserializeOwned>(
    source: &mut (impl BufRead + ?Sized),
    limit: usize,
) -> Result<T, StreamError> {
    let limits = Limits::DEFAULT;
    let mut pass = Worded { limits, words: None, value: std::marker::PhantomData };
    read_by::<F, Worded<T>>(source, limit, &mut pass, true).map_err(|error| {
        match (pass.words.take(), error) {
            (
                Some(words @ (Error::Custom(_) | Error::Unsupported(_))),
                ReadError::Decode { .. },
            ) => StreamError::Value(words),
            (_, error) => StreamError::Read(error),
        }
    })
}

/// Encodes a value of serde into a sink, and returns the number of bytes.
///
/// # Errors
/// [`StreamError::Value`], and nothing is written; [`StreamError::Write`].
///
/// ```
/// use codec_core::Postcard;
/// let mut sink = Vec::new();
/// assert_eq!(codec_core::serde_bridge::to_writer::<Postcard, _>(&(80u16, "a.b"), &mut sink)?, 5);
/// assert_eq!(sink, b"\x50\x03a.b");
/// # Ok::<(), codec_core::serde_bridge::StreamError>(())
/// ```
pub fn to_writer<F: Format, T: Serialize + ?Sized>(
    value: &T,
    sink: &mut (impl Write + ?Sized),
) -> Result<usize, StreamError> {
    let bytes = super::to_vec::<F, T>(value)?;
    Ok(write_bytes(&bytes, &mut { sink })?)
}
