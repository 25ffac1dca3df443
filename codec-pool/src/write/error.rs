//! Errors of writing frames: small values that own nothing.
#![forbid(unsafe_code)]

use core::fmt;
use std::io;

use codec_core::EncodeError;

use crate::pool::PoolError;

/// Why a message was not put into a frame. Nothing of it was queued.
///
/// ```
/// use codec_core::Bincode;
/// use codec_pool::{FrameWriter, LengthPrefix, Pool, WriteError};
/// let mut writer = FrameWriter::<LengthPrefix<1>>::new(Pool::default());
/// let error = writer.write_message::<Bincode, _>((), 0, &[0u8; 256]).unwrap_err();
/// assert!(matches!(error, WriteError::Encode(_)), "a byte says at most 255");
/// assert_eq!(writer.pending_len(), 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WriteError {
    /// The message has no encoding, or the header can't describe it.
    Encode(EncodeError),
    /// There is no memory to put it in.
    Pool(PoolError),
}

impl From<EncodeError> for WriteError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<PoolError> for WriteError {
    fn from(error: PoolError) -> Self {
        Self::Pool(error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => write!(f, "can't encode the message: {error}"),
            Self::Pool(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Encode(error) => Some(error),
            Self::Pool(error) => Some(error),
        }
    }
}

impl From<WriteError> for io::Error {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Encode(_) => Self::new(io::ErrorKind::InvalidInput, error),
            WriteError::Pool(PoolError::TimedOut) => Self::new(io::ErrorKind::TimedOut, error),
            WriteError::Pool(_) => Self::new(io::ErrorKind::OutOfMemory, error),
        }
    }
}
