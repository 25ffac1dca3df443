//! Errors of the pool and of writing: small values that own nothing.
#![forbid(unsafe_code)]

use core::fmt;
use std::io;

use codec_core::EncodeError;

/// Why there is no pool, or no chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PoolError {
    /// The chunk size is out of the range that a pool allows.
    ChunkSize,
    /// A pool needs at least one chunk.
    NoChunks,
    /// More chunks are to be allocated at once than the pool may own.
    Prefault,
    /// All chunks are in use, and the policy is [`Policy::Fail`](crate::Policy::Fail),
    /// or those from the heap are at their limit.
    Exhausted,
    /// The bytes set aside for frames larger than a chunk are in use.
    LargeExhausted,
    /// A wait as long as [`Policy::Wait`](crate::Policy::Wait) allows was in vain.
    TimedOut,
    /// The pool was closed.
    Closed,
    /// The system has no more memory.
    OutOfMemory,
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ChunkSize => "chunk size is not from 64 bytes to 1 GiB",
            Self::NoChunks => "a pool needs at least one chunk",
            Self::Prefault => "more chunks to allocate at once than the pool may own",
            Self::Exhausted => "all chunks of the pool are in use",
            Self::LargeExhausted => "the pool's memory for large frames is in use",
            Self::TimedOut => "no chunk of the pool became free in time",
            Self::Closed => "the pool is closed",
            Self::OutOfMemory => "out of memory",
        })
    }
}

impl core::error::Error for PoolError {}

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
