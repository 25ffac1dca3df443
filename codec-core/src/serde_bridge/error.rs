//! Errors between serde and a format.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};

/// Why a value of serde could not be encoded or decoded.
///
/// ```
/// use codec_core::Sv2;
/// let error = codec_core::serde_bridge::to_vec::<Sv2, _>("a.b").unwrap_err();
/// assert!(error.to_string().starts_with("Stratum V2 has no string without a limit"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The input is invalid.
    Decode(DecodeError),
    /// The value has no encoding.
    Encode(EncodeError),
    /// The format has no encoding for the type; the message says what to use instead.
    Unsupported(&'static str),
    /// The type's own message.
    Custom(String),
}

/// The error of [`serde::Deserializer::deserialize_any`] and similar methods.
pub(super) const NOT_SELF_DESCRIBING: Error = Error::Unsupported(
    "the format does not say what a value is, so its type has to: no `serde_json::Value`, \
     `#[serde(untagged)]` or `#[serde(flatten)]`",
);

/// The error of [`serde::Serializer::serialize_map`] without a length, and of a field that is left out.
pub(super) const UNREADABLE: Error = Error::Unsupported(
    "a map has to know its length, and a field can't be left out: what `#[serde(flatten)]` and \
     `#[serde(skip_serializing_if)]` write, their type could not read again",
);

impl Error {
    /// Converts to the error of a native type; the message is lost.
    pub(super) fn to_encode(&self, offset: usize) -> EncodeError {
        let kind = match self {
            Self::Encode(error) => return *error,
            Self::Unsupported(_) => EncodeErrorKind::Unsupported,
            Self::Decode(_) | Self::Custom(_) => EncodeErrorKind::InvalidValue,
        };
        EncodeError::new(kind, offset)
    }

    /// Converts to the error of a native type; the message is lost.
    pub(super) fn to_decode(&self, offset: usize) -> DecodeError {
        let kind = match self {
            Self::Decode(error) => return *error,
            Self::Unsupported(_) => DecodeErrorKind::Unsupported,
            Self::Encode(_) | Self::Custom(_) => DecodeErrorKind::InvalidValue,
        };
        DecodeError::new(kind, offset)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
            Self::Unsupported(hint) => f.write_str(hint),
            Self::Custom(message) => f.write_str(message),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Decode(error) => Some(error),
            Self::Encode(error) => Some(error),
            Self::Unsupported(_) | Self::Custom(_) => None,
        }
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

/// An error in one register. A function returns a value of several words and an error through
/// memory, and so does each function of serde that calls it.
#[derive(Debug)]
pub(super) struct Fault(pub(super) Box<Error>);

impl Fault {
    /// `Ok` when there is no hint: the format supports the type.
    #[inline]
    pub(super) fn unless(hint: Option<&'static str>) -> Result<(), Self> {
        match hint {
            None => Ok(()),
            Some(hint) => Err(Error::Unsupported(hint).into()),
        }
    }
}

impl<E: Into<Error>> From<E> for Fault {
    #[cold]
    #[inline(never)]
    fn from(error: E) -> Self {
        Self(Box::new(error.into()))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for Fault {}

impl serde::ser::Error for Fault {
    fn custom<M: fmt::Display>(message: M) -> Self {
        Error::Custom(message.to_string()).into()
    }
}

impl serde::de::Error for Fault {
    fn custom<M: fmt::Display>(message: M) -> Self {
        Error::Custom(message.to_string()).into()
    }
}
