//! bincode 1's error.
#![forbid(unsafe_code)]

use std::str::Utf8Error;
use std::{error, fmt, io};

use crate::error::{DecodeError, EncodeError};
use crate::serde::{DecodeError as Unsaid, EncodeError as Unsized};

/// The result of bincode 1's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a value could not be encoded or decoded.
pub type Error = Box<ErrorKind>;

/// The kinds of [`Error`].
#[derive(Debug)]
pub enum ErrorKind {
    /// The source or sink failed, or the input is truncated.
    Io(io::Error),
    /// A string is not UTF-8.
    InvalidUtf8Encoding(Utf8Error),
    /// A boolean is neither 0 nor 1.
    InvalidBoolEncoding(u8),
    /// These bytes are not a character.
    InvalidCharEncoding,
    /// An option's tag is neither 0 nor 1.
    InvalidTagEncoding(usize),
    /// A type asks what comes next, which the bytes don't say (`deserialize_any`).
    DeserializeAnyNotSupported,
    /// More bytes than the limit.
    SizeLimit,
    /// A sequence whose length is not known in advance.
    SequenceMustHaveLength,
    /// A message from a type, and all other errors.
    Custom(String),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "io error: {error}"),
            Self::InvalidUtf8Encoding(error) => write!(f, "string is not valid utf8: {error}"),
            Self::InvalidBoolEncoding(byte) => {
                write!(f, "invalid u8 while decoding bool, expected 0 or 1, found {byte}")
            }
            Self::InvalidCharEncoding => f.write_str("char is not valid"),
            Self::InvalidTagEncoding(tag) => write!(f, "tag for enum is not valid, found {tag}"),
            Self::DeserializeAnyNotSupported => f.write_str(
                "Bincode does not support the serde::Deserializer::deserialize_any method",
            ),
            Self::SizeLimit => f.write_str("the size limit has been reached"),
            Self::SequenceMustHaveLength => f.write_str(
                "Bincode can only encode sequences and maps that have a knowable size ahead of time",
            ),
            Self::Custom(message) => f.write_str(message),
        }
    }
}

impl error::Error for ErrorKind {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        ErrorKind::Io(error).into()
    }
}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        ErrorKind::Custom(message.to_string()).into()
    }
}

impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        ErrorKind::Custom(message.to_string()).into()
    }
}

impl From<DecodeError> for Error {
    #[cold]
    #[inline(never)]
    fn from(error: DecodeError) -> Self {
        let unsupported =
            |method| ErrorKind::Custom(format!("Bincode does not support Deserializer::{method}"));
        let kind = match error {
            DecodeError::Io { inner, .. } => ErrorKind::Io(inner),
            DecodeError::UnexpectedEnd { .. } => ErrorKind::Io(io::ErrorKind::UnexpectedEof.into()),
            DecodeError::LimitExceeded => ErrorKind::SizeLimit,
            DecodeError::Utf8 { inner } => ErrorKind::InvalidUtf8Encoding(inner),
            DecodeError::InvalidBooleanValue(byte) => ErrorKind::InvalidBoolEncoding(byte),
            DecodeError::InvalidCharEncoding(_) => ErrorKind::InvalidCharEncoding,
            DecodeError::UnexpectedVariant { found, .. } => {
                ErrorKind::InvalidTagEncoding(found as usize)
            }
            DecodeError::OtherString(message) => ErrorKind::Custom(message),
            DecodeError::Other(message) => ErrorKind::Custom(message.to_owned()),
            DecodeError::Serde(Unsaid::AnyNotSupported) => ErrorKind::DeserializeAnyNotSupported,
            DecodeError::Serde(Unsaid::IdentifierNotSupported) => {
                unsupported("deserialize_identifier")
            }
            DecodeError::Serde(Unsaid::IgnoredAnyNotSupported) => {
                unsupported("deserialize_ignored_any")
            }
            DecodeError::InvalidIntegerType { expected, found } => ErrorKind::Custom(format!(
                "invalid integer: {found:?} where {expected:?} is meant; \
                 the versions or configurations may differ"
            )),
            other => ErrorKind::Custom(other.to_string()),
        };
        kind.into()
    }
}

impl From<EncodeError> for Error {
    #[cold]
    fn from(error: EncodeError) -> Self {
        let kind = match error {
            EncodeError::Io { inner, .. } => ErrorKind::Io(inner),
            EncodeError::UnexpectedEnd => ErrorKind::Io(io::ErrorKind::WriteZero.into()),
            EncodeError::Serde(Unsized::SequenceMustHaveLength) => {
                ErrorKind::SequenceMustHaveLength
            }
            EncodeError::OtherString(message) => ErrorKind::Custom(message),
            other => ErrorKind::Custom(other.to_string()),
        };
        kind.into()
    }
}
