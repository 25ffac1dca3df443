//! One connection: frames in and out over TCP, counted.

use std::fmt;
use std::future::Future;
use std::io;
use std::time::{Duration, Instant};

use codec_core::wire::TooLong;
use codec_core::{DecodeError, Encode, Message, Sv2};
use codec_pool::{FrameReadError, FrameReader, FrameRef, FrameWriteError, FrameWriter, Pool};
use codec_stratum::{AnyMessageRef, FrameHeader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::counted::Counted;
use crate::failure::Failure;

/// What a peer is allowed on a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    /// Bytes of a payload.
    pub(crate) payload: usize,
    /// Until a whole message has come that is waited for.
    pub(crate) message: Duration,
    /// Until all is taken that was sent.
    pub(crate) flush: Duration,
}

impl Allowance {
    /// Of a peer that was asked for by its address: no message of these conversations
    /// comes near the limit.
    pub(crate) const SERVER: Self = Self {
        payload: 64 * 1024,
        message: Duration::from_secs(30),
        flush: Duration::from_secs(30),
    };
}

/// Answers of so many bytes wait for no more: a peer that sends without reading finds
/// nobody who reads, and costs no more memory.
const MUCH: usize = 32 * 1024;

/// Why a conversation ended before its end.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection failed.
    Io(io::Error),
    /// The peer was given time for this, and it was not enough.
    Late { what: &'static str, patience: Duration },
    /// The peer closed the connection.
    Closed,
    /// The bytes are no frames.
    Frame(FrameReadError),
    /// A payload is not what its header says.
    Payload { id: u32, error: DecodeError },
    /// A message can't be sent.
    Write(FrameWriteError),
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
            Self::Io(error) => error.fmt(f),
            Self::Late { what, patience } => write!(f, "{what} in {} s", patience.as_secs()),
            Self::Closed => f.write_str("the peer closed the connection"),
            Self::Frame(error) => error.fmt(f),
            Self::Payload { id, error } => {
                write!(f, "malformed message 0x{id:02x}: {error} of the payload")
            }
            Self::Write(error) => error.fmt(f),
            Self::Unexpected { message, wanted } => write!(f, "{message} instead of {wanted}"),
            Self::Refused { message, code } => write!(f, "refused with {message}: {code}"),
            Self::Nonsense(what) => f.write_str(what),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<FrameReadError> for Trouble {
    fn from(error: FrameReadError) -> Self {
        match error {
            FrameReadError::Io(error) => Self::Io(error),
            error => Self::Frame(error),
        }
    }
}

impl From<FrameWriteError> for Trouble {
    fn from(error: FrameWriteError) -> Self {
        Self::Write(error)
    }
}

impl From<TooLong> for Trouble {
    fn from(_: TooLong) -> Self {
        Self::Nonsense("a field would be too long")
    }
}

/// What went over a connection.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Traffic {
    pub(crate) frames_in: u64,
    pub(crate) frames_out: u64,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
    /// Calls of `read`, those that found nothing included.
    pub(crate) reads: u64,
}

impl Traffic {
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

/// A connection with the reader and the writer of its frames.
#[derive(Debug)]
pub(crate) struct Link {
    stream: Counted,
    reader: FrameReader<FrameHeader>,
    writer: FrameWriter<FrameHeader>,
    allowance: Allowance,
    traffic: Traffic,
    since: Instant,
}

impl Link {
    pub(crate) fn new(stream: TcpStream, pool: &Pool, allowance: Allowance) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self {
            stream: Counted::new(stream),
            reader: FrameReader::new(pool.clone()).with_max_payload(allowance.payload),
            writer: FrameWriter::new(pool.clone()),
            allowance,
            traffic: Traffic::default(),
            since: Instant::now(),
        })
    }

    /// Queues a message.
    pub(crate) fn queue<M>(&mut self, message: &M) -> Result<(), Trouble>
    where
        M: Message<Id = u32> + Encode,
    {
        self.writer.write::<Sv2, M>(message)?;
        self.traffic.frames_out += 1;
        Ok(())
    }

    /// Sends what is queued.
    pub(crate) async fn flush(&mut self) -> Result<(), Trouble> {
        let (before, patience) = (self.writer.pending_len(), self.allowance.flush);
        let work = self.writer.flush_async(&mut self.stream);
        let outcome = within(patience, "the peer did not take what was sent", work).await;
        self.traffic.bytes_out += (before - self.writer.pending_len()) as u64;
        Ok(outcome??)
    }

    /// Sends what is queued, if that is much.
    pub(crate) async fn flush_much(&mut self) -> Result<(), Trouble> {
        if self.writer.pending_len() < MUCH { Ok(()) } else { self.flush().await }
    }

    /// The next message, if it has come already.
    pub(crate) fn waiting(&mut self) -> Result<Option<AnyMessageRef<'_>>, Trouble> {
        match self.reader.next_frame().map_err(FrameReadError::Frame)? {
            Some(frame) => message(&mut self.traffic, &frame).map(Some),
            None => Ok(None),
        }
    }

    /// The next message; `None` when the peer is done.
    pub(crate) async fn next(&mut self) -> Result<Option<AnyMessageRef<'_>>, Trouble> {
        let work = self.reader.read_frame_async(&mut self.stream);
        match within(self.allowance.message, "no whole message came", work).await?? {
            Some(frame) => message(&mut self.traffic, &frame).map(Some),
            None => Ok(None),
        }
    }

    /// The next message, which there must be.
    pub(crate) async fn expect(&mut self) -> Result<AnyMessageRef<'_>, Trouble> {
        self.next().await?.ok_or(Trouble::Closed)
    }

    /// What went over the connection so far, and how long it took in seconds.
    pub(crate) fn so_far(&self) -> (Traffic, f64) {
        let (bytes_in, reads) = (self.reader.consumed(), self.stream.reads);
        let traffic = Traffic { bytes_in, reads, ..self.traffic };
        (traffic, self.since.elapsed().as_secs_f64())
    }
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

/// Counts a frame and decodes it; the message borrows from the reader's memory.
fn message<'r>(
    traffic: &mut Traffic,
    frame: &FrameRef<'r, FrameHeader>,
) -> Result<AnyMessageRef<'r>, Trouble> {
    use codec_core::Header as _;
    traffic.frames_in += 1;
    let view = frame.view();
    view.decode_message_ref::<Sv2, _>()
        .map_err(|error| Trouble::Payload { id: view.header().id(), error })
}
