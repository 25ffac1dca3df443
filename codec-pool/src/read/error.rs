//! Errors of reading frames: what, and where on the stream.
#![forbid(unsafe_code)]

use core::fmt;
use std::io;

use codec_core::DecodeError;

use crate::frame::SealError;
use crate::pool::PoolError;
use crate::read::foreign::Foreign;
use crate::read::unknown::UnknownFrame;

/// Why a reader returns no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FrameErrorKind {
    /// The bytes are no header of the protocol. The reader is poisoned.
    Header(DecodeError),
    /// The stream begins as one of another protocol, and not with a frame. The reader is poisoned.
    Foreign(Foreign),
    /// The header declares a payload over the limit. [`skip_frame`](crate::FrameReader::skip_frame)
    /// skips it.
    PayloadTooLong {
        /// The length that the header declares.
        len: usize,
        /// The longest length that the reader allows.
        max: usize,
    },
    /// The payload does not match its header (offset in the payload). The frame is dropped, and the
    /// next call continues after it.
    Payload(DecodeError),
    /// The stream ends inside a frame. The reader is poisoned.
    UnexpectedEnd {
        /// Bytes of the frame that were received.
        received: usize,
        /// Bytes that the frame needs, or its header while that is not complete.
        needed: usize,
    },
    /// More bytes were declared as read than there was room for: the `Read` breaks its contract.
    /// The reader is poisoned.
    ReadOverrun,
    /// There is no memory for bytes that have been read already, not even outside of
    /// the pool. The reader is poisoned.
    Lost(PoolError),
    /// The frame can't be opened: it is not what the peer has sealed. The reader is poisoned, and
    /// the connection is to be closed.
    Sealed(SealError),
    /// The frame can't be changed, because others hold bytes of it. It is still there, for
    /// [`next_frame`](crate::FrameReader::next_frame).
    Shared,
    /// There is no memory for more bytes. Nothing is lost, and a later call may
    /// succeed.
    Pool(PoolError),
}

/// Why a [`FrameReader`](crate::FrameReader) returns no frame, and its position in the stream.
///
/// ```
/// use codec_pool::{FrameErrorKind, FrameReader, LengthHeader, Pool};
/// let mut reader = FrameReader::<LengthHeader<4>>::new(Pool::default()).with_max_payload(1000);
/// reader.feed(&[1, 0, 0, 0, 77, 0xff, 0xff, 0xff, 0xff])?;
/// assert_eq!(reader.next_frame()?.expect("one is whole").payload(), [77]);
/// let error = reader.next_frame().unwrap_err();
/// assert_eq!(error.kind(), FrameErrorKind::PayloadTooLong { len: 0xffff_ffff, max: 1000 });
/// assert_eq!(error.offset(), 5);
/// assert_eq!(error.to_string(), "payload of 4294967295 bytes is over the limit of 1000 in the frame at byte 5");
/// assert!(!error.is_fatal());
/// # Ok::<(), codec_pool::FrameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FrameError {
    kind: FrameErrorKind,
    offset: u64,
}

impl FrameError {
    pub(crate) const fn new(kind: FrameErrorKind, offset: u64) -> Self {
        Self { kind, offset }
    }

    /// The kind of error.
    pub const fn kind(self) -> FrameErrorKind {
        self.kind
    }

    /// Byte offset of the frame's start from the start of the stream.
    pub const fn offset(self) -> u64 {
        self.offset
    }

    /// Returns whether the reader can't continue: it no longer knows where the next frame starts.
    pub const fn is_fatal(self) -> bool {
        match self.kind {
            FrameErrorKind::Header(_)
            | FrameErrorKind::Foreign(_)
            | FrameErrorKind::UnexpectedEnd { .. }
            | FrameErrorKind::ReadOverrun
            | FrameErrorKind::Sealed(_)
            | FrameErrorKind::Lost(_) => true,
            FrameErrorKind::Pool(PoolError::OverBudget(excess)) => excess.closes(),
            FrameErrorKind::PayloadTooLong { .. }
            | FrameErrorKind::Payload(_)
            | FrameErrorKind::Shared
            | FrameErrorKind::Pool(_) => false,
        }
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FrameErrorKind::Header(error) => {
                let at = self.offset + error.offset() as u64;
                write!(f, "invalid frame header: {} at byte {at}", error.kind())?;
            }
            FrameErrorKind::Foreign(foreign) => {
                write!(f, "the peer speaks {foreign}, and sends no frames")?;
            }
            FrameErrorKind::PayloadTooLong { len, max } => {
                write!(f, "payload of {len} bytes is over the limit of {max}")?;
            }
            FrameErrorKind::Payload(error) => {
                write!(f, "payload does not match: {}", error.kind())?;
            }
            FrameErrorKind::UnexpectedEnd { received, needed } => {
                write!(f, "stream ends after {received} of {needed} bytes")?;
            }
            FrameErrorKind::ReadOverrun => {
                f.write_str("more bytes declared as read than there was room for")?;
            }
            FrameErrorKind::Lost(error) => write!(f, "bytes that were read are lost: {error}")?,
            FrameErrorKind::Sealed(error) => error.fmt(f)?,
            FrameErrorKind::Shared => f.write_str("a shared payload can't be changed")?,
            FrameErrorKind::Pool(error) => error.fmt(f)?,
        }
        match self.kind {
            // It is at the start.
            FrameErrorKind::Foreign(_) => Ok(()),
            _ => write!(f, " in the frame at byte {}", self.offset),
        }
    }
}

impl core::error::Error for FrameError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            FrameErrorKind::Header(error) | FrameErrorKind::Payload(error) => Some(error),
            FrameErrorKind::Lost(error) | FrameErrorKind::Pool(error) => Some(error),
            FrameErrorKind::Sealed(error) => Some(error),
            _ => None,
        }
    }
}

impl From<FrameError> for io::Error {
    fn from(error: FrameError) -> Self {
        let kind = match error.kind {
            FrameErrorKind::UnexpectedEnd { .. } => io::ErrorKind::UnexpectedEof,
            FrameErrorKind::Pool(PoolError::TimedOut) => io::ErrorKind::TimedOut,
            FrameErrorKind::Pool(PoolError::OverBudget(_)) => io::ErrorKind::QuotaExceeded,
            FrameErrorKind::Lost(_) | FrameErrorKind::Pool(_) => io::ErrorKind::OutOfMemory,
            FrameErrorKind::Shared => io::ErrorKind::Other,
            _ => io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

/// Why reading a frame from a [`Read`](io::Read) failed: the stream's own
/// error, or that of the frame in it.
#[derive(Debug)]
#[non_exhaustive]
pub enum FrameReadError {
    /// The `Read` failed. After `WouldBlock` and time-outs, call again: the received bytes are
    /// kept.
    Io(io::Error),
    /// The bytes are no frame.
    Frame(FrameError),
}

impl FrameReadError {
    /// Returns whether the stream merely has no bytes now.
    pub fn would_block(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::WouldBlock)
    }
}

impl From<io::Error> for FrameReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<FrameError> for FrameReadError {
    fn from(error: FrameError) -> Self {
        Self::Frame(error)
    }
}

impl From<FrameReadError> for io::Error {
    fn from(error: FrameReadError) -> Self {
        match error {
            FrameReadError::Io(error) => error,
            FrameReadError::Frame(error) => error.into(),
        }
    }
}

impl fmt::Display for FrameReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Frame(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FrameReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Frame(error) => error.source(),
        }
    }
}

/// Why a reader returns no message.
///
/// ```
/// use codec_core::{ById, Decode, Encode, Protocol, Sv2};
/// use codec_pool::{FrameReader, MessageError, Pool};
/// # use codec_core::{DecodeError, EncodeError, Header};
/// # #[derive(Debug, Clone, Copy)]
/// # struct Short { id: u32, len: u8 }
/// # impl Header for Short {
/// #     type Id = u32;
/// #     const SIZE: usize = 2;
/// #     const MAX_PAYLOAD: usize = 255;
/// #     fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
/// #         Ok(Self { id: bytes[0].into(), len: bytes[1] })
/// #     }
/// #     fn describe(id: u32, _: u32, payload: &[u8]) -> Result<Self, EncodeError> {
/// #         Ok(Self { id, len: payload.len() as u8 })
/// #     }
/// #     fn write(&self, bytes: &mut [u8]) { bytes[..2].copy_from_slice(&[self.id as u8, self.len]) }
/// #     fn id(&self) -> u32 { self.id }
/// #     fn payload_len(&self) -> usize { self.len.into() }
/// # }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping { urgent: bool }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages)]
/// enum AnyMessage { Ping(Ping) }
/// # struct Pings;
/// # impl Protocol for Pings {
/// #     type Header = Short;
/// #     type Format = Sv2;
/// #     type Dispatch = ById;
/// #     type Message = AnyMessage;
/// #     type MessageRef<'de> = AnyMessage;
/// # }
///
/// let mut reader = FrameReader::<Pings>::new(Pool::default());
/// reader.feed(&[1, 2, 0, 9, 1, 1, 1])?; // a byte of id, a byte of length
/// let error = reader.next_message().unwrap_err();
/// let text = "Ping: trailing bytes after the value at byte 3, in the frame at byte 0";
/// assert_eq!(error.to_string(), text);
/// assert_eq!(reader.next_message()?, Some(AnyMessage::Ping(Ping { urgent: true })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum MessageError {
    /// The stream failed, or its bytes are no frame.
    Read(FrameReadError),
    /// The protocol has no message with the id of a frame. The reader continues after it.
    Unknown(UnknownFrame),
    /// The payload of the frame at this byte of the stream is no message. The reader continues
    /// after it.
    Decode {
        /// The message's name, where the protocol has one for the frame's id.
        message: Option<&'static str>,
        /// Byte offset of the frame's start from the start of the stream.
        offset: u64,
        /// Byte offset from the start of the stream of where decoding stopped, as if the frame were
        /// not sealed.
        at: u64,
        /// The error, and its place in the payload.
        error: DecodeError,
    },
}

impl MessageError {
    pub(crate) const fn frame(error: FrameError) -> Self {
        Self::Read(FrameReadError::Frame(error))
    }
}

impl From<FrameReadError> for MessageError {
    fn from(error: FrameReadError) -> Self {
        Self::Read(error)
    }
}

impl From<UnknownFrame> for MessageError {
    fn from(unknown: UnknownFrame) -> Self {
        Self::Unknown(unknown)
    }
}

impl From<io::Error> for MessageError {
    fn from(error: io::Error) -> Self {
        Self::Read(error.into())
    }
}

/// The stream's own error, else that of the frame, else
/// [`InvalidData`](io::ErrorKind::InvalidData).
impl From<MessageError> for io::Error {
    fn from(error: MessageError) -> Self {
        match error {
            MessageError::Read(error) => error.into(),
            error @ (MessageError::Unknown(_) | MessageError::Decode { .. }) => {
                Self::new(io::ErrorKind::InvalidData, error)
            }
        }
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Unknown(unknown) => unknown.fmt(f),
            Self::Decode { message, offset, at, error } => {
                if let Some(message) = message {
                    write!(f, "{message}: ")?;
                }
                write!(f, "{} at byte {at}, in the frame at byte {offset}", error.kind())
            }
        }
    }
}

impl core::error::Error for MessageError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Read(error) => error.source(),
            Self::Unknown(_) => None,
            Self::Decode { error, .. } => Some(error),
        }
    }
}
