//! A connection over tokio.
#![forbid(unsafe_code)]

use core::fmt;
use std::sync::Arc;

use codec_core::{IdOf, Protocol, ToPayload};
use tokio::io::{AsyncRead, AsyncWrite, ReadHalf, WriteHalf};

use crate::connection::{ConnectionError, ConnectionLimits, Inbound, Layers, Outbound, Traffic};
use crate::frame::{Frame, FrameMut, FrameRef, Opener, Plain, Sealed, Sealer};
use crate::pool::Pool;
use crate::read::FrameReader;
use crate::tokio::halves::{AsyncReceiver, AsyncSender};
use crate::write::FrameWriter;

/// What an [`AsyncConnection`] is [split](AsyncConnection::split) into.
pub type AsyncHalves<P, S, L = Plain> = (
    AsyncReceiver<P, ReadHalf<S>, <L as Layers>::Read>,
    AsyncSender<P, WriteHalf<S>, <L as Layers>::Write>,
);

/// An `AsyncRead` and `AsyncWrite` over which the messages of a [`Protocol`] come and go,
/// within [limits](ConnectionLimits). [`Connection`](crate::Connection) is the same for
/// calls that block.
///
/// Futures that are dropped lose nothing: what has come is kept, what was not written
/// stays queued, and the time that the peer has taken still counts. Time-outs need a
/// runtime with timers.
///
/// ```
/// use codec_core::{Bincode, Protocol, Single};
/// use codec_pool::{AsyncConnection, ConnectionLimits, LengthHeader, Pool};
///
/// /// A name or an answer, after its length in two bytes.
/// struct Greetings;
/// impl Protocol for Greetings {
///     type Header = LengthHeader<2>;
///     type Format = Bincode;
///     type Dispatch = Single;
///     type Message = String;
///     type MessageRef<'de> = &'de str;
/// }
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
/// # runtime.block_on(async {
/// let (pool, limits) = (Pool::default(), ConnectionLimits::new());
/// let (ours, theirs) = tokio::io::duplex(1024); // or a socket and its peer
/// let mut client = AsyncConnection::<Greetings, _>::new(ours, "server", &pool, limits);
/// let mut server = AsyncConnection::<Greetings, _>::new(theirs, "client", &pool, limits);
/// client.send("world").await?;
/// let answer = match server.next().await? {
///     Some(name) => format!("hello, {name}"),
///     None => panic!("the client is there"),
/// };
/// server.send(&answer).await?;
/// assert_eq!(client.next().await?, Some("hello, world"));
/// client.close().await?;
/// assert_eq!(server.next().await?, None);
/// # Ok::<(), codec_pool::ConnectionError>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AsyncConnection<P, S, L: Layers = Plain> {
    stream: S,
    inbound: Inbound<P, L::Read>,
    outbound: Outbound<P, L::Write>,
}

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin> AsyncConnection<P, S> {
    /// A connection at the start of a stream. Errors call the peer by the given name: its
    /// address, for one.
    pub fn new(stream: S, peer: &str, pool: &Pool, limits: ConnectionLimits) -> Self {
        let (reader, writer) = (FrameReader::new(pool.clone()), FrameWriter::new(pool.clone()));
        Self::over(stream, peer, reader, writer, limits)
    }
}

impl<P, S, W, O> AsyncConnection<P, S, Sealed<(W, O)>>
where
    P: Protocol,
    S: AsyncRead + AsyncWrite + Unpin,
    W: Sealer,
    O: Opener,
{
    /// A connection whose frames are sealed by `sealer` and opened by `opener`, at the start
    /// of their stream: what came before, such as a handshake, has been read from it.
    /// Else as [`new`](AsyncConnection::new).
    pub fn sealed(
        stream: S,
        peer: &str,
        pool: &Pool,
        limits: ConnectionLimits,
        sealer: W,
        opener: O,
    ) -> Self {
        let reader = FrameReader::sealed(pool.clone(), opener);
        let writer = FrameWriter::sealed(pool.clone(), sealer);
        Self::over(stream, peer, reader, writer, limits)
    }
}

impl<P: Protocol, S: AsyncRead + AsyncWrite + Unpin, L: Layers> AsyncConnection<P, S, L> {
    fn over(
        stream: S,
        peer: &str,
        reader: FrameReader<P, L::Read>,
        writer: FrameWriter<P, L::Write>,
        limits: ConnectionLimits,
    ) -> Self {
        let peer: Arc<str> = peer.into();
        let inbound = Inbound::new(reader, limits, Arc::clone(&peer));
        Self { stream, inbound, outbound: Outbound::new(writer, limits, peer) }
    }

    /// Waits for the next message, which borrows from the reader's memory; `None` when
    /// the peer has closed its side.
    ///
    /// # Errors
    /// A [`ConnectionError`] that names the peer:
    /// [`Idle`](crate::ConnectionErrorKind::Idle) when the peer took too long,
    /// [`Message`](crate::ConnectionErrorKind::Message) when what it sent is no message
    /// (and the next can be read), [`Frame`](crate::ConnectionErrorKind::Frame) when it is
    /// no frame, [`Io`](crate::ConnectionErrorKind::Io) when the stream failed.
    pub async fn next(&mut self) -> Result<Option<P::MessageRef<'_>>, ConnectionError> {
        match self.inbound.arrival(&mut self.stream).await? {
            Some(found) => self.inbound.message_ref(found).map(Some),
            None => Ok(None),
        }
    }

    /// As [`next`](Self::next), a message that owns what is in it.
    ///
    /// # Errors
    /// Those of [`next`](Self::next).
    pub async fn next_owned(&mut self) -> Result<Option<P::Message>, ConnectionError> {
        match self.inbound.arrival(&mut self.stream).await? {
            Some(found) => self.inbound.message(found).map(Some),
            None => Ok(None),
        }
    }

    /// Waits for the next frame, whatever is in it.
    ///
    /// # Errors
    /// Those of [`next`](Self::next) but [`Message`](crate::ConnectionErrorKind::Message).
    pub async fn next_frame(&mut self) -> Result<Option<FrameRef<'_, P>>, ConnectionError> {
        let found = self.inbound.arrival(&mut self.stream).await?;
        Ok(found.map(|found| self.inbound.lend(found)))
    }

    /// Waits for the next frame, to be changed where it lies, as
    /// [`FrameReader::next_frame_mut`](crate::FrameReader::next_frame_mut) lends it.
    ///
    /// # Errors
    /// Those of [`next_frame`](Self::next_frame), and
    /// [`Frame`](crate::ConnectionErrorKind::Frame) with
    /// [`Shared`](crate::FrameErrorKind::Shared) when others hold bytes of it: nothing is
    /// lost, and [`next_frame`](Self::next_frame) has the frame.
    pub async fn next_frame_mut(&mut self) -> Result<Option<FrameMut<'_, P>>, ConnectionError> {
        let found = self.inbound.arrival(&mut self.stream).await?;
        found.map(|found| self.inbound.lend_mut(found)).transpose()
    }

    /// The next message, if it has come already: nothing is read. `None` says nothing
    /// of the end of the stream.
    ///
    /// # Errors
    /// Those of [`next`](Self::next) but for the stream's and
    /// [`Idle`](crate::ConnectionErrorKind::Idle).
    #[inline]
    pub fn try_next(&mut self) -> Result<Option<P::MessageRef<'_>>, ConnectionError> {
        match self.inbound.find_or_park()? {
            Some(found) => self.inbound.message_ref(found).map(Some),
            None => Ok(None),
        }
    }

    /// Queues a message, until the next [`flush`](Self::flush) or [`send`](Self::send).
    ///
    /// # Errors
    /// [`Encode`](crate::ConnectionErrorKind::Encode); nothing is queued then.
    #[inline]
    pub fn queue<M>(&mut self, message: &M) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.outbound.queue(message)
    }

    /// Writes all that is queued, many messages with one call.
    ///
    /// # Errors
    /// [`WriteTimeout`](crate::ConnectionErrorKind::WriteTimeout) when the peer took too
    /// long, [`Io`](crate::ConnectionErrorKind::Io) when the stream failed. What was not
    /// written stays queued.
    pub async fn flush(&mut self) -> Result<(), ConnectionError> {
        self.outbound.drain(&mut self.stream).await
    }

    /// Queues a message and writes all that is queued. The message is queued when the
    /// future is first polled; dropped after that, it stays queued, whole.
    ///
    /// # Errors
    /// Those of [`queue`](Self::queue) and [`flush`](Self::flush).
    pub async fn send<M>(&mut self, message: &M) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.queue(message)?;
        self.flush().await
    }

    /// Makes a frame of a message that is not queued: to be [pushed](Self::push) to many
    /// connections, or turned into `Bytes`.
    ///
    /// # Errors
    /// [`Encode`](crate::ConnectionErrorKind::Encode).
    #[track_caller]
    pub fn encode<M>(&mut self, message: &M) -> Result<Frame<P>, ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.outbound.encode(message)
    }

    /// Queues a frame that was made, or received, before: without copying it, or where the
    /// connection is sealed, a sealed copy.
    ///
    /// # Errors
    /// [`Encode`](crate::ConnectionErrorKind::Encode) when it can't be sealed, and where
    /// there is no memory for that; never where the connection is not sealed.
    pub fn push(&mut self, frame: Frame<P>) -> Result<(), ConnectionError> {
        self.outbound.forward(frame)
    }

    /// How many bytes are queued.
    pub const fn pending_len(&self) -> usize {
        self.outbound.writer.pending_len()
    }

    /// Writes what is queued and tells the peer that nothing more comes. To be called
    /// again when the future was dropped.
    ///
    /// # Errors
    /// Those of [`flush`](Self::flush).
    pub async fn close(&mut self) -> Result<(), ConnectionError> {
        self.outbound.close(&mut self.stream).await
    }

    /// The peer, as the connection was told to call it.
    pub fn peer(&self) -> &str {
        &self.inbound.peer
    }

    /// What went over the connection so far.
    pub fn traffic(&self) -> Traffic {
        let Traffic { frames_out, bytes_out, .. } = self.outbound.traffic();
        Traffic { frames_out, bytes_out, ..self.inbound.traffic() }
    }

    /// The stream.
    pub const fn stream(&self) -> &S {
        &self.stream
    }

    /// Two halves, for a task that reads and one that writes.
    pub fn split(self) -> AsyncHalves<P, S, L> {
        let Self { stream, inbound, outbound } = self;
        let (read, write) = tokio::io::split(stream);
        (AsyncReceiver { stream: read, inbound }, AsyncSender { stream: write, outbound })
    }
}

impl<P, S, L: Layers> fmt::Debug for AsyncConnection<P, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncConnection").field("peer", &self.inbound.peer).finish_non_exhaustive()
    }
}
