//! Errors of writing frames: small values that own nothing.
#![forbid(unsafe_code)]

use core::fmt;
use std::io;

use codec_core::EncodeError;

use crate::frame::SealError;
use crate::pool::PoolError;

/// Why a message was not put into a frame. Nothing of it was queued.
///
/// ```
/// use codec_core::Bincode;
/// use codec_pool::{FrameWriter, LengthHeader, Pool, FrameWriteError};
/// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
/// let error = writer.write_message::<Bincode, _>((), 0, &[0u8; 256]).unwrap_err();
/// assert!(matches!(error, FrameWriteError::Encode(_)), "a byte says at most 255");
/// assert_eq!(writer.pending_len(), 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FrameWriteError {
    /// The message has no encoding, or the header can't describe it.
    Encode(EncodeError),
    /// There is no memory to put it in.
    Pool(PoolError),
    /// It can't be sealed. The connection is to be closed.
    Sealed(SealError),
}

impl From<EncodeError> for FrameWriteError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<PoolError> for FrameWriteError {
    fn from(error: PoolError) -> Self {
        Self::Pool(error)
    }
}

impl From<SealError> for FrameWriteError {
    fn from(error: SealError) -> Self {
        Self::Sealed(error)
    }
}

impl fmt::Display for FrameWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => write!(f, "can't encode the message: {error}"),
            Self::Pool(error) => error.fmt(f),
            Self::Sealed(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FrameWriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Encode(error) => Some(error),
            Self::Pool(error) => Some(error),
            Self::Sealed(error) => Some(error),
        }
    }
}

impl From<FrameWriteError> for io::Error {
    fn from(error: FrameWriteError) -> Self {
        match error {
            FrameWriteError::Encode(_) => Self::new(io::ErrorKind::InvalidInput, error),
            FrameWriteError::Sealed(_) => Self::other(error),
            FrameWriteError::Pool(PoolError::TimedOut) => Self::new(io::ErrorKind::TimedOut, error),
            FrameWriteError::Pool(_) => Self::new(io::ErrorKind::OutOfMemory, error),
        }
    }
}
