//! One connection: messages in and out over TCP, counted.

use std::future::Future;
use std::time::Duration;
use std::{fmt, io};

use codec_core::wire::TooLong;
use codec_noise::HandshakeError;
use codec_pool::{
    AsyncConnection, AsyncReceiver, AsyncSender, ConnectionError, ConnectionErrorKind,
    ConnectionLimits, EstablishError, FrameErrorKind, Layers, OnUnknown,
};
use codec_stratum::common::SetupConnectionError;
use codec_stratum::{AnyMessageRef, Sv2TlvProtocol};
use tokio::io::{ReadHalf, WriteHalf};
use tokio::time::timeout;

use crate::counted::Counted;
use crate::failure::{Failure, flush};

/// A connection that counts calls of `read`. Fields that extensions append are ignored, as
/// the specification demands where none was negotiated.
pub(crate) type Link<L> = AsyncConnection<Sv2TlvProtocol, Counted, L>;

/// The limits of a peer to which the program connects: no message of these conversations
/// comes near them.
pub(crate) const SERVER: ConnectionLimits = ConnectionLimits::new()
    .max_payload(64 * 1024)
    .idle_timeout(Duration::from_secs(30))
    .write_timeout(Duration::from_secs(30))
    .on_unknown(OnUnknown::Discard);

/// While this many bytes of answers are queued, nothing more is read: a peer that sends
/// without reading is no longer read from, and costs no more memory.
pub(crate) const MUCH: usize = 32 * 1024;

/// Why a conversation ended before its end.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection failed, or the peer broke the protocol.
    Connection(Box<ConnectionErrorKind>),
    /// There is no encrypted connection.
    Handshake(HandshakeError),
    /// The session's keys could not be logged.
    KeyLog(io::Error),
    /// The peer exceeded its time for this.
    Late { what: &'static str, patience: Duration },
    /// The peer closed the connection.
    Closed,
    /// The server speaks a version that it was not offered.
    Version(u16),
    /// The peer sent something other than expected.
    Unexpected { message: &'static str, wanted: &'static str },
    /// The peer refused, with its error code.
    Refused { message: &'static str, code: String },
    /// The server sends its client elsewhere: to its own host where this one is empty, and its own port
    /// where it is 0.
    Moved { host: String, port: u16 },
    /// The client was refused, and told so.
    Dismissed(SetupConnectionError),
    /// The peer sent a message that is not allowed here.
    Nonsense(&'static str),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(kind) => {
                kind.fmt(f)?;
                if is_doubtful(kind) {
                    f.write_str(": the peer may speak another protocol, or encrypt")?;
                }
                Ok(())
            }
            Self::Handshake(error) => write!(f, "no encrypted connection: {error}"),
            Self::KeyLog(error) => write!(f, "can't write the key log: {error}"),
            Self::Late { what, patience } => write!(f, "{what} in {} s", patience.as_secs()),
            Self::Closed => f.write_str("the peer closed the connection"),
            Self::Version(used) => {
                write!(f, "the server speaks version {used}, which it was not offered")
            }
            Self::Unexpected { message, wanted } => write!(f, "{message} instead of {wanted}"),
            Self::Refused { message, code } => {
                write!(f, "refused with {message}: {}", code.escape_debug())
            }
            Self::Moved { host, port } => {
                write!(f, "refused with Reconnect: {}:{port}", host.escape_debug())
            }
            Self::Dismissed(SetupConnectionError { flags: 0, error_code }) => error_code.fmt(f),
            Self::Dismissed(SetupConnectionError { flags, error_code }) => {
                write!(f, "{error_code}: {flags:#x}")
            }
            Self::Nonsense(what) => f.write_str(what),
        }
    }
}

/// Returns true if the first bytes of a stream declare a length that no message has. Those of a
/// handshake are random, and nearly always do.
fn is_doubtful(kind: &ConnectionErrorKind) -> bool {
    let ConnectionErrorKind::Frame(error) = kind else { return false };
    error.offset() == 0 && matches!(error.kind(), FrameErrorKind::PayloadTooLong { .. })
}

/// The peer's name is added by the program, for all errors alike.
impl From<ConnectionError> for Trouble {
    fn from(error: ConnectionError) -> Self {
        Self::Connection(Box::new(error.into_kind()))
    }
}

impl From<ConnectionErrorKind> for Trouble {
    fn from(kind: ConnectionErrorKind) -> Self {
        Self::Connection(Box::new(kind))
    }
}

/// A failure of the handshake, or of the first message.
impl<E: Into<Self>> From<EstablishError<E>> for Trouble {
    fn from(error: EstablishError<E>) -> Self {
        match error {
            EstablishError::Late(patience) => {
                Self::Late { what: "the client set up no connection", patience }
            }
            EstablishError::Evicted => {
                Self::Nonsense("closed for others before it had set up a connection")
            }
            EstablishError::Failed(error) => error.into(),
        }
    }
}

impl From<HandshakeError> for Trouble {
    fn from(error: HandshakeError) -> Self {
        Self::Handshake(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Connection(Box::new(ConnectionErrorKind::Io(error)))
    }
}

impl From<TooLong> for Trouble {
    fn from(_: TooLong) -> Self {
        Self::Nonsense("a field would be too long")
    }
}

/// The traffic of connections.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Traffic {
    pub(crate) frames: codec_pool::Traffic,
    /// Calls of `read`, including those that found nothing.
    reads: u64,
}

impl Traffic {
    /// The traffic of a connection so far.
    pub(crate) fn of<L: Layers>(link: &Link<L>) -> Self {
        Self { frames: link.traffic(), reads: link.stream().reads }
    }

    /// All of this, and of a connection what has come since the last time.
    pub(crate) const fn plus(mut self, now: Self, last: Self) -> Self {
        self.frames.frames_in += now.frames.frames_in - last.frames.frames_in;
        self.frames.frames_out += now.frames.frames_out - last.frames.frames_out;
        self.frames.bytes_in += now.frames.bytes_in - last.frames.bytes_in;
        self.frames.bytes_out += now.frames.bytes_out - last.frames.bytes_out;
        self.frames.unknown_in += now.frames.unknown_in - last.frames.unknown_in;
        self.reads += now.reads - last.reads;
        self
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frames = &self.frames;
        write!(f, "{} frames ({} bytes) in, ", frames.frames_in, frames.bytes_in)?;
        if frames.unknown_in > 0 {
            write!(f, "{} of them unknown, ", frames.unknown_in)?;
        }
        write!(f, "{} reads, ", self.reads)?;
        write!(f, "{} frames ({} bytes) out", frames.frames_out, frames.bytes_out)
    }
}

/// The half of a connection that messages come from.
pub(crate) type Receiver<L> = AsyncReceiver<Sv2TlvProtocol, ReadHalf<Counted>, <L as Layers>::Read>;

/// The half of a connection that messages go to.
pub(crate) type Sender<L> = AsyncSender<Sv2TlvProtocol, WriteHalf<Counted>, <L as Layers>::Write>;

/// The next message, which is required.
pub(crate) async fn expect<L: Layers>(link: &mut Link<L>) -> Result<AnyMessageRef<'_>, Trouble> {
    Ok(link.next().await?.ok_or(Trouble::Closed)?.message)
}

/// Waits for the peer, for a limited time; `what` is the error when that has passed.
pub(crate) async fn within<F: Future>(
    patience: Duration,
    what: &'static str,
    work: F,
) -> Result<F::Output, Trouble> {
    timeout(patience, work).await.map_err(|_| Trouble::Late { what, patience })
}

/// Runs the network side of a command to its end.
pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Failure::new("can't start", error))?.block_on(async {
        let outcome = work.await;
        // Here a second signal still ends the program.
        let printed = flush();
        outcome.and_then(|done| printed.map(|()| done))
    })
}
