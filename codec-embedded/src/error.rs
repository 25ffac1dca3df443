//! Errors of reading and sending frames.

use core::error::Error;
use core::fmt;

use codec_core::message::SealError;
use codec_core::{DecodeError, EncodeError};

/// Why a frame, or its message, was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixedFrameError {
    /// The bytes are no header of the protocol. The stream can't go on: where the next
    /// frame begins is unknown.
    Header(DecodeError),
    /// A frame is longer than the buffer, in bytes with its header. It is skipped, and the
    /// next call goes on after it. Of a frame that ends with a delimiter, `needed` is what
    /// had come of it.
    TooLong {
        /// The length of the frame.
        needed: usize,
        /// The length of the buffer.
        capacity: usize,
    },
    /// The bytes between two delimiters are not what COBS makes. They are skipped, and the
    /// next call goes on after them.
    Stuffing,
    /// The frame does not match its checksum, or is no message. It is skipped, and the next
    /// call goes on after it. Offsets count from the payload's first byte.
    Payload(DecodeError),
    /// The frame was changed on its way, or sealed under another key. The connection is to be closed.
    Sealed(SealError),
}

impl From<SealError> for FixedFrameError {
    fn from(error: SealError) -> Self {
        Self::Sealed(error)
    }
}

impl FixedFrameError {
    /// Returns whether the next call goes on with the frame after this one.
    ///
    /// ```
    /// use codec_embedded::FixedFrameError;
    /// assert!(FixedFrameError::TooLong { needed: 90, capacity: 64 }.is_recoverable());
    /// ```
    pub const fn is_recoverable(&self) -> bool {
        !matches!(self, Self::Header(_) | Self::Sealed(_))
    }
}

impl fmt::Display for FixedFrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(error) => write!(f, "invalid frame header: {error}"),
            Self::TooLong { needed, capacity } => {
                write!(f, "a frame of {needed} bytes does not fit the buffer of {capacity}")
            }
            Self::Stuffing => f.write_str("the bytes between two delimiters are not COBS"),
            Self::Payload(error) => write!(f, "invalid payload: {error}"),
            Self::Sealed(error) => error.fmt(f),
        }
    }
}

impl Error for FixedFrameError {}

/// Why no frame could be read. `E` is the error of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixedReadError<E> {
    /// The source failed. Nothing that was read is lost: the next call goes on.
    Read(E),
    /// The source ended within a frame.
    UnexpectedEnd,
    /// A frame, or its message, was refused.
    Frame(FixedFrameError),
}

impl<E> From<FixedFrameError> for FixedReadError<E> {
    fn from(error: FixedFrameError) -> Self {
        Self::Frame(error)
    }
}

impl<E: fmt::Debug> fmt::Display for FixedReadError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the source failed: {error:?}"),
            Self::UnexpectedEnd => f.write_str("the source ended within a frame"),
            Self::Frame(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug> Error for FixedReadError<E> {}

/// Why a message could not be sent. `E` is the error of the sink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixedSendError<E> {
    /// The message can't be encoded, or is longer than the buffer. Nothing was written.
    Encode(EncodeError),
    /// The keys are used up. Nothing was written.
    Sealed(SealError),
    /// The sink failed, perhaps in the middle of the frame.
    Write(E),
}

impl<E> From<EncodeError> for FixedSendError<E> {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl<E: fmt::Debug> fmt::Display for FixedSendError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::Sealed(error) => error.fmt(f),
            Self::Write(error) => write!(f, "the sink failed: {error:?}"),
        }
    }
}

impl<E: fmt::Debug> Error for FixedSendError<E> {}
