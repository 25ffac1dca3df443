//! Errors between a stream and a value.
#![forbid(unsafe_code)]

use std::error::Error;
use std::{fmt, io};

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};

/// Why no value could be read. Offsets count from the first byte that was read
/// from the stream.
///
/// ```
/// use codec_core::stream::ReadError;
/// use codec_core::{Bincode, Format};
/// let error = Bincode::read_from::<(u8, bool)>(&mut &[7, 2][..], 1 << 20).unwrap_err();
/// assert_eq!((error.record(), error.offset()), (0, 1));
/// assert_eq!(error.to_string(), "boolean is neither 0 nor 1 at byte 1, in the record at byte 0");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The source failed, or has no bytes at the moment
    /// ([`WouldBlock`](io::ErrorKind::WouldBlock)).
    Io {
        /// The error that it reported.
        error: io::Error,
        /// Offset of the record that was being read.
        record: u64,
        /// Number of bytes that had been read.
        offset: u64,
    },
    /// The bytes are not a value; [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd)
    /// when the stream ends within one.
    Decode {
        /// The error in them; its offset counts from the start of the record.
        error: DecodeError,
        /// Offset of the record.
        record: u64,
    },
    /// The record is longer than the caller allows.
    TooLong {
        /// The most bytes that a record may have.
        limit: usize,
        /// Offset of the record.
        record: u64,
    },
}

impl ReadError {
    /// Offset of the first byte of the record that could not be read.
    pub const fn record(&self) -> u64 {
        match self {
            Self::Io { record, .. }
            | Self::Decode { record, .. }
            | Self::TooLong { record, .. } => *record,
        }
    }

    /// Offset of the byte that is wrong or missing, or that is beyond the limit.
    pub const fn offset(&self) -> u64 {
        match self {
            Self::Io { offset, .. } => *offset,
            Self::Decode { error, record } => record.saturating_add(error.offset() as u64),
            Self::TooLong { limit, record } => record.saturating_add(*limit as u64),
        }
    }

    /// Returns whether the source has no bytes at the moment. The same call may be repeated later;
    /// no byte is lost.
    pub fn is_would_block(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Returns whether the record is truncated: the stream ended within it.
    pub fn is_cut(&self) -> bool {
        matches!(self, Self::Decode { error, .. } if error.kind() == DecodeErrorKind::UnexpectedEnd)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { error, .. } => write!(f, "{error} at byte {}", self.offset())?,
            Self::Decode { error, .. } => write!(f, "{} at byte {}", error.kind(), self.offset())?,
            Self::TooLong { limit, .. } => write!(f, "longer than {limit} bytes")?,
        }
        write!(f, ", in the record at byte {}", self.record())
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            Self::Decode { error, .. } => Some(error),
            Self::TooLong { .. } => None,
        }
    }
}

/// The source's own error; else [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) for a truncated
/// record and [`InvalidData`](io::ErrorKind::InvalidData) for any other.
impl From<ReadError> for io::Error {
    fn from(error: ReadError) -> Self {
        let cut = error.is_cut();
        match error {
            ReadError::Io { error, .. } => error,
            _ if cut => Self::new(io::ErrorKind::UnexpectedEof, error),
            _ => Self::new(io::ErrorKind::InvalidData, error),
        }
    }
}

/// With the record at offset 0: for a value that was decoded from a complete buffer.
impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        Self::Decode { error, record: 0 }
    }
}

/// At offset 0 of the stream.
impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io { error, record: 0, offset: 0 }
    }
}

/// [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) for truncated input, else
/// [`InvalidData`](io::ErrorKind::InvalidData).
///
/// ```
/// use codec_core::{Bincode, Format};
/// use std::io;
/// fn first(bytes: &[u8]) -> io::Result<bool> {
///     Ok(Bincode::from_slice(bytes)?)
/// }
/// assert_eq!(first(&[]).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
/// let error = first(&[2]).unwrap_err();
/// assert_eq!(error.kind(), io::ErrorKind::InvalidData);
/// assert_eq!(error.to_string(), "boolean is neither 0 nor 1 at byte 0");
/// ```
impl From<DecodeError> for io::Error {
    fn from(error: DecodeError) -> Self {
        let kind = match error.kind() {
            DecodeErrorKind::UnexpectedEnd => io::ErrorKind::UnexpectedEof,
            DecodeErrorKind::OutOfMemory => io::ErrorKind::OutOfMemory,
            _ => io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

/// [`InvalidInput`](io::ErrorKind::InvalidInput).
impl From<EncodeError> for io::Error {
    fn from(error: EncodeError) -> Self {
        let kind = match error.kind() {
            EncodeErrorKind::OutOfMemory => io::ErrorKind::OutOfMemory,
            _ => io::ErrorKind::InvalidInput,
        };
        Self::new(kind, error)
    }
}

/// Why a value could not be written.
///
/// ```
/// use codec_core::stream::WriteError;
/// use codec_core::{Bincode, Format};
/// let error = Bincode::write_to(&7u64, &mut &mut [0; 5][..]).unwrap_err();
/// assert!(matches!(error, WriteError::Io { written: 5, .. }));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The value has no encoding; nothing was written.
    Encode(EncodeError),
    /// The sink failed, or accepts no bytes at the moment
    /// ([`WouldBlock`](io::ErrorKind::WouldBlock)).
    Io {
        /// The error that it reported.
        error: io::Error,
        /// Number of bytes that it accepted during this call.
        written: usize,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::Io { error, written } => write!(f, "{error} after {written} bytes"),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Encode(error) => Some(error),
            Self::Io { error, .. } => Some(error),
        }
    }
}

impl From<EncodeError> for WriteError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

/// Before the first byte of the value.
impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io { error, written: 0 }
    }
}

/// The sink's own error, else that of the value.
impl From<WriteError> for io::Error {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Io { error, .. } => error,
            WriteError::Encode(error) => error.into(),
        }
    }
}
