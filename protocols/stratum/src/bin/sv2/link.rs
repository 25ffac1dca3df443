//! One connection: messages in and out over TCP, counted.

use std::fmt;
use std::future::Future;
use std::io;
use std::time::Duration;

use codec_core::wire::TooLong;
use codec_pool::{AsyncConnection, ConnectionError, ConnectionErrorKind, ConnectionLimits, Pool};
use codec_stratum::{AnyMessageRef, Sv2Protocol};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::counted::Counted;
use crate::failure::Failure;

/// A connection that counts how often it is read from.
pub(crate) type Link = AsyncConnection<Sv2Protocol, Counted>;

/// What a peer is allowed that was asked for by its address: no message of these
/// conversations comes near the limit.
pub(crate) const SERVER: ConnectionLimits = ConnectionLimits::new()
    .max_payload(64 * 1024)
    .idle_timeout(Duration::from_secs(30))
    .write_timeout(Duration::from_secs(30));

/// Answers of so many bytes wait for no more: a peer that sends without reading finds
/// nobody who reads, and costs no more memory.
pub(crate) const MUCH: usize = 32 * 1024;

/// Why a conversation ended before its end.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection failed, or the peer broke the protocol.
    Connection(Box<ConnectionErrorKind>),
    /// The peer was given time for this, and it was not enough.
    Late { what: &'static str, patience: Duration },
    /// The peer closed the connection.
    Closed,
    /// The peer said something else than it should.
    Unexpected { message: &'static str, wanted: &'static str },
    /// The peer refused, with its error code.
    Refused { message: &'static str, code: String },
    /// The peer said something that makes no sense here.
    Nonsense(&'static str),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(kind) => kind.fmt(f),
            Self::Late { what, patience } => write!(f, "{what} in {} s", patience.as_secs()),
            Self::Closed => f.write_str("the peer closed the connection"),
            Self::Unexpected { message, wanted } => write!(f, "{message} instead of {wanted}"),
            Self::Refused { message, code } => write!(f, "refused with {message}: {code}"),
            Self::Nonsense(what) => f.write_str(what),
        }
    }
}

/// Who the peer is, the program says for all troubles alike.
impl From<ConnectionError> for Trouble {
    fn from(error: ConnectionError) -> Self {
        Self::Connection(Box::new(error.into_kind()))
    }
}

impl From<TooLong> for Trouble {
    fn from(_: TooLong) -> Self {
        Self::Nonsense("a field would be too long")
    }
}

/// What went over connections.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Traffic {
    frames_in: u64,
    frames_out: u64,
    bytes_in: u64,
    bytes_out: u64,
    /// Calls of `read`, those that found nothing included.
    reads: u64,
}

impl Traffic {
    /// What went over a connection so far.
    pub(crate) fn of(link: &Link) -> Self {
        let traffic = link.traffic();
        Self {
            frames_in: traffic.frames_in,
            frames_out: traffic.frames_out,
            bytes_in: traffic.bytes_in,
            bytes_out: traffic.bytes_out,
            reads: link.stream().reads,
        }
    }

    /// Both together.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            frames_in: self.frames_in + other.frames_in,
            frames_out: self.frames_out + other.frames_out,
            bytes_in: self.bytes_in + other.bytes_in,
            bytes_out: self.bytes_out + other.bytes_out,
            reads: self.reads + other.reads,
        }
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} frames ({} bytes) in, ", self.frames_in, self.bytes_in)?;
        write!(f, "{} reads, ", self.reads)?;
        write!(f, "{} frames ({} bytes) out", self.frames_out, self.bytes_out)
    }
}

/// Makes a connection of a stream to this peer.
pub(crate) fn link(
    stream: TcpStream,
    peer: &str,
    pool: &Pool,
    limits: ConnectionLimits,
) -> io::Result<Link> {
    stream.set_nodelay(true)?;
    Ok(Link::new(Counted::new(stream), peer, pool, limits))
}

/// The next message, which there must be.
pub(crate) async fn expect(link: &mut Link) -> Result<AnyMessageRef<'_>, Trouble> {
    link.next().await?.ok_or(Trouble::Closed)
}

/// Waits for the peer, but not without end; `what` says what came of it then.
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
    runtime.map_err(|error| Failure::new("can't start", error))?.block_on(work)
}
