//! Why a connection fails: which peer, which message, which field.
#![forbid(unsafe_code)]

use core::fmt;
use core::time::Duration;
use std::io;
use std::sync::Arc;

use codec_core::{DecodeError, Header as _, Protocol};

use crate::frame::FrameRef;
use crate::pool::PoolError;
use crate::read::{FrameError, FrameReadError, Id, UnknownFrame, is_unknown};
use crate::write::FrameWriteError;

/// The kind of failure on a connection.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectionErrorKind {
    /// The stream failed.
    Io(io::Error),
    /// No complete message arrived within this time.
    Idle(Duration),
    /// The peer did not accept what was sent within this time.
    WriteTimeout(Duration),
    /// The bytes are not a frame of the protocol, or there is no memory for them.
    Frame(FrameError),
    /// The protocol has no message with the id of a frame. The next one can be read.
    Unknown(UnknownFrame),
    /// The payload of a frame is not a message of the protocol. The next one can be read.
    Message {
        /// The frame's id, as [its header shows it](codec_core::Header::fmt_id).
        id: String,
        /// The message's name, where the protocol has one for the id.
        name: Option<&'static str>,
        /// The path of the field in which decoding stopped, starting at the message:
        /// `SetupConnection.vendor`. Empty for a payload of more than 64 KiB, and where there is no
        /// such field.
        path: String,
        /// The error, with what was found instead: [`Explanation`](codec_core::trace::Explanation)
        /// as one line, whose offsets count from the start of the stream, as `offset`; of a sealed frame
        /// [without values](codec_core::trace::Explanation::without_values), and as if only the frames
        /// before it were sealed.
        explanation: String,
        /// Byte offset of the frame's start from the start of the stream.
        offset: u64,
        /// The error, and its position in the payload.
        error: DecodeError,
    },
    /// A message can't be sent. Nothing of it was queued.
    Encode {
        /// The message's name, where it has one.
        name: Option<&'static str>,
        /// The error in it.
        error: FrameWriteError,
    },
}

/// Why a [`Connection`](crate::Connection) fails, and which peer is at its other end.
///
/// Printed, it is one line: peer, message, field, and what was wrong.
#[derive(Debug)]
pub struct ConnectionError {
    /// Boxed, so that results that may hold this error stay small and cheap to move.
    inner: Box<Inner>,
}

#[derive(Debug)]
struct Inner {
    peer: Arc<str>,
    kind: ConnectionErrorKind,
}

/// The longest payload that is decoded once more to say in which field it stopped: a
/// record of it takes some hundred bytes a field, which a peer must not multiply.
const MOST_EXPLAINED: usize = 64 * 1024;

impl ConnectionError {
    #[cold]
    pub(crate) fn new(peer: &Arc<str>, kind: ConnectionErrorKind) -> Self {
        Self { inner: Box::new(Inner { peer: Arc::clone(peer), kind }) }
    }

    /// The peer: the address of a socket, or the name that the connection was given for it.
    pub fn peer(&self) -> &str {
        &self.inner.peer
    }

    /// The kind of failure.
    pub fn kind(&self) -> &ConnectionErrorKind {
        &self.inner.kind
    }

    /// The kind of failure, by value.
    pub fn into_kind(self) -> ConnectionErrorKind {
        self.inner.kind
    }

    /// Returns whether the peer was too slow, to send or to read.
    pub fn is_timeout(&self) -> bool {
        matches!(self.kind(), ConnectionErrorKind::Idle(_) | ConnectionErrorKind::WriteTimeout(_))
    }

    /// Returns true if the connection can still be used: a payload was no message, its id was unknown,
    /// or a message could not be encoded or queued, unless a budget says
    /// [`Close`](crate::OverBudget::Close).
    pub fn is_recoverable(&self) -> bool {
        match self.kind() {
            ConnectionErrorKind::Unknown(_) | ConnectionErrorKind::Message { .. } => true,
            ConnectionErrorKind::Encode { error, .. } => match error {
                FrameWriteError::Pool(PoolError::OverBudget(excess)) => !excess.closes(),
                FrameWriteError::Sealed(_) => false,
                _ => true,
            },
            _ => false,
        }
    }
}

impl ConnectionErrorKind {
    /// The payload of this frame is not a message, or one that the protocol does not have: the error that a connection's own calls return,
    /// for callers that decode frames themselves. It is the one of sealed frames, which shows no
    /// value; [`FrameView::explain`](crate::FrameView::explain) does.
    ///
    /// ```
    /// use codec_core::Sv2;
    /// use codec_pool::{ConnectionErrorKind, FrameReader, LengthHeader, Pool};
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
    /// reader.feed(&[3, 7, 8, 9])?;
    /// let frame = reader.next_frame()?.expect("all of it is there");
    /// let error = frame.decode::<Sv2, u16>().unwrap_err();
    /// let kind = ConnectionErrorKind::malformed(&frame, error);
    /// assert!(kind.to_string().starts_with("malformed message"), "{kind}");
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    #[must_use]
    pub fn malformed<P: Protocol>(frame: &FrameRef<'_, P>, error: DecodeError) -> Self {
        Self::malformed_in(frame, error, false)
    }

    /// `with_values` shows what was found: the frame was not sealed.
    #[cold]
    pub(crate) fn malformed_in<P: Protocol>(
        frame: &FrameRef<'_, P>,
        error: DecodeError,
        with_values: bool,
    ) -> Self {
        if is_unknown::<P>(&frame.header(), error) {
            return UnknownFrame::new(frame.header(), frame.offset()).into();
        }
        let name = frame.message_name();
        let (path, explanation) = if frame.payload().len() <= MOST_EXPLAINED {
            let start = frame.offset() + frame.header().size() as u64;
            let explanation = frame.explain().starting_at(start);
            let line = if with_values {
                explanation.to_string()
            } else {
                explanation.without_values().to_string()
            };
            (explanation.path(), line)
        } else {
            let kind = error.kind();
            (String::new(), name.map_or(kind.to_string(), |name| format!("{name}: {kind}")))
        };
        let id = Id(frame.header()).to_string();
        Self::Message { id, name, path, explanation, offset: frame.offset(), error }
    }
}

impl From<UnknownFrame> for ConnectionErrorKind {
    fn from(unknown: UnknownFrame) -> Self {
        Self::Unknown(unknown)
    }
}

impl From<FrameReadError> for ConnectionErrorKind {
    fn from(error: FrameReadError) -> Self {
        match error {
            FrameReadError::Io(error) => Self::Io(error),
            FrameReadError::Frame(error) => Self::Frame(error),
        }
    }
}

impl From<FrameError> for ConnectionErrorKind {
    fn from(error: FrameError) -> Self {
        Self::Frame(error)
    }
}

impl fmt::Display for ConnectionErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Idle(timeout) => write!(f, "no whole message came in {timeout:?}"),
            Self::WriteTimeout(timeout) => {
                write!(f, "the peer did not take what was sent in {timeout:?}")
            }
            Self::Frame(error) => error.fmt(f),
            Self::Unknown(unknown) => unknown.fmt(f),
            Self::Message { id, explanation, offset, .. } => {
                write!(f, "malformed message {id}: {explanation}, in the frame at byte {offset}")
            }
            Self::Encode { name: Some(name), error } => write!(f, "{name}: {error}"),
            Self::Encode { name: None, error } => error.fmt(f),
        }
    }
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.peer(), self.kind())
    }
}

impl core::error::Error for ConnectionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self.kind() {
            ConnectionErrorKind::Io(error) => Some(error),
            ConnectionErrorKind::Frame(error) => Some(error),
            ConnectionErrorKind::Message { error, .. } => Some(error),
            ConnectionErrorKind::Encode { error, .. } => Some(error),
            ConnectionErrorKind::Idle(_)
            | ConnectionErrorKind::WriteTimeout(_)
            | ConnectionErrorKind::Unknown(_) => None,
        }
    }
}

impl From<ConnectionError> for io::Error {
    fn from(error: ConnectionError) -> Self {
        let kind = match error.kind() {
            ConnectionErrorKind::Io(error) => error.kind(),
            ConnectionErrorKind::Idle(_) | ConnectionErrorKind::WriteTimeout(_) => {
                io::ErrorKind::TimedOut
            }
            ConnectionErrorKind::Frame(error) => io::Error::from(*error).kind(),
            ConnectionErrorKind::Unknown(_) | ConnectionErrorKind::Message { .. } => {
                io::ErrorKind::InvalidData
            }
            ConnectionErrorKind::Encode { error, .. } => io::Error::from(*error).kind(),
        };
        Self::new(kind, error)
    }
}
