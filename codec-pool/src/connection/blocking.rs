//! A connection whose calls block.
#![forbid(unsafe_code)]

use core::fmt;
use std::io;
use std::sync::Arc;

use codec_core::{IdOf, Protocol, ToPayload};

use crate::connection::error::ConnectionError;
use crate::connection::halves::{Halves, Receiver, Sender};
use crate::connection::inbound::Inbound;
use crate::connection::layers::Layers;
use crate::connection::limits::ConnectionLimits;
use crate::connection::outbound::Outbound;
use crate::connection::traffic::Traffic;
use crate::connection::transport::{Split, Transport};
use crate::frame::{Frame, FrameMut, FrameRef, Opener, Plain, Sealed, Sealer};
use crate::pool::Pool;
use crate::read::FrameReader;
use crate::write::FrameWriter;

/// A stream over which the messages of a [`Protocol`] come and go. Its calls block, for as
/// long as the [limits](ConnectionLimits) allow; `AsyncConnection`
/// is the same for tokio.
///
/// ```
/// use std::net::{TcpListener, TcpStream};
/// use codec_core::{Bincode, Protocol, Single};
/// use codec_pool::{Connection, ConnectionLimits, LengthHeader, Pool};
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
/// let listener = TcpListener::bind("127.0.0.1:0")?;
/// let address = listener.local_addr()?;
/// let (pool, limits) = (Pool::default(), ConnectionLimits::new());
/// let server = std::thread::spawn({
///     let pool = pool.clone();
///     move || {
///         let (stream, _) = listener.accept().expect("a client comes");
///         let mut client = Connection::<Greetings, _>::new(stream, &pool, limits);
///         while let Some(name) = client.next()? {
///             let answer = format!("hello, {name}");
///             client.send(&answer)?;
///         }
///         client.close()
///     }
/// });
/// let mut server_end = Connection::<Greetings, _>::new(TcpStream::connect(address)?, &pool, limits);
/// server_end.send("world")?;
/// assert_eq!(server_end.next()?, Some("hello, world"));
/// server_end.close()?;
/// server.join().expect("it does not panic")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Connection<P, S, L: Layers = Plain> {
    stream: S,
    inbound: Inbound<P, L::Read>,
    outbound: Outbound<P, L::Write>,
}

impl<P: Protocol, S: Transport> Connection<P, S> {
    /// A connection at the start of a stream. Errors call the peer by the stream's
    /// [`peer_name`](Transport::peer_name).
    pub fn new(stream: S, pool: &Pool, limits: ConnectionLimits) -> Self {
        let (reader, writer) = (FrameReader::new(pool.clone()), FrameWriter::new(pool.clone()));
        Self::over(stream, reader, writer, limits)
    }
}

impl<P: Protocol, S: Transport, W: Sealer, O: Opener> Connection<P, S, Sealed<(W, O)>> {
    /// A connection whose frames are sealed by `sealer` and opened by `opener`, at the start
    /// of their stream: what came before, such as a handshake, has been read from it.
    /// Else as [`new`](Connection::new).
    pub fn sealed(stream: S, pool: &Pool, limits: ConnectionLimits, sealer: W, opener: O) -> Self {
        let reader = FrameReader::sealed(pool.clone(), opener);
        let writer = FrameWriter::sealed(pool.clone(), sealer);
        Self::over(stream, reader, writer, limits)
    }
}

impl<P: Protocol, S: Transport, L: Layers> Connection<P, S, L> {
    fn over(
        stream: S,
        reader: FrameReader<P, L::Read>,
        writer: FrameWriter<P, L::Write>,
        limits: ConnectionLimits,
    ) -> Self {
        let peer: Arc<str> = stream.peer_name().into();
        let inbound = Inbound::new(reader, limits, Arc::clone(&peer));
        Self { stream, inbound, outbound: Outbound::new(writer, limits, peer) }
    }

    /// Has errors call the peer by this name.
    #[must_use]
    pub fn with_peer(mut self, name: &str) -> Self {
        let peer: Arc<str> = name.into();
        (self.inbound.peer, self.outbound.peer) = (Arc::clone(&peer), peer);
        self
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
    #[expect(clippy::should_implement_trait, reason = "what it lends ends with the next call")]
    pub fn next(&mut self) -> Result<Option<P::MessageRef<'_>>, ConnectionError> {
        match self.inbound.wait(&mut self.stream)? {
            Some(found) => self.inbound.message_ref(found).map(Some),
            None => Ok(None),
        }
    }

    /// As [`next`](Self::next), a message that owns what is in it.
    ///
    /// # Errors
    /// Those of [`next`](Self::next).
    pub fn next_owned(&mut self) -> Result<Option<P::Message>, ConnectionError> {
        match self.inbound.wait(&mut self.stream)? {
            Some(found) => self.inbound.message(found).map(Some),
            None => Ok(None),
        }
    }

    /// Waits for the next frame, whatever is in it.
    ///
    /// # Errors
    /// Those of [`next`](Self::next) but [`Message`](crate::ConnectionErrorKind::Message).
    pub fn next_frame(&mut self) -> Result<Option<FrameRef<'_, P>>, ConnectionError> {
        let found = self.inbound.wait(&mut self.stream)?;
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
    pub fn next_frame_mut(&mut self) -> Result<Option<FrameMut<'_, P>>, ConnectionError> {
        let found = self.inbound.wait(&mut self.stream)?;
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
    pub fn flush(&mut self) -> Result<(), ConnectionError> {
        self.outbound.flush(&mut self.stream)
    }

    /// Queues a message and writes all that is queued.
    ///
    /// # Errors
    /// Those of [`queue`](Self::queue) and [`flush`](Self::flush).
    pub fn send<M>(&mut self, message: &M) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.queue(message)?;
        self.flush()
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

    /// Writes what is queued and tells the peer that nothing more comes.
    ///
    /// # Errors
    /// Those of [`flush`](Self::flush).
    pub fn close(mut self) -> Result<(), ConnectionError> {
        self.flush()?;
        self.stream.shutdown_write().map_err(|error| self.outbound.failed(error))
    }

    /// The peer: the address of a socket, or what [`with_peer`](Self::with_peer) said.
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

    /// Two halves, for a thread that reads and one that writes.
    ///
    /// # Errors
    /// Those of the stream, when it can't be split.
    pub fn split(self) -> io::Result<Halves<P, S::Half, L>>
    where
        S: Split,
    {
        let Self { stream, mut inbound, mut outbound } = self;
        let (read, write) = stream.split()?;
        inbound.clock = inbound.clock.on_another_stream();
        outbound.clock = outbound.clock.on_another_stream();
        Ok((Receiver { stream: read, inbound }, Sender { stream: write, outbound }))
    }
}

impl<P, S, L: Layers> fmt::Debug for Connection<P, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("peer", &self.inbound.peer).finish_non_exhaustive()
    }
}
