//! A connection over tokio.
#![forbid(unsafe_code)]

use core::fmt;
use std::sync::Arc;

use codec_core::Protocol;
use tokio::io::{AsyncRead, AsyncWrite, ReadHalf, WriteHalf};

use crate::connection::{ConnectionError, ConnectionLimits, Inbound, Layers, Outbound};
use crate::frame::{Opener, Plain, Sealed, Sealer};
use crate::pool::Pool;
use crate::read::FrameReader;
use crate::tokio::halves::{AsyncReceiver, AsyncSender};
use crate::write::FrameWriter;

/// The two halves of a [split](AsyncConnection::split) [`AsyncConnection`].
pub type AsyncHalves<P, S, L = Plain> = (
    AsyncReceiver<P, ReadHalf<S>, <L as Layers>::Read>,
    AsyncSender<P, WriteHalf<S>, <L as Layers>::Write>,
);

/// An `AsyncRead` and `AsyncWrite` over which the messages of a [`Protocol`] are received and sent,
/// within [limits](ConnectionLimits). [`Connection`](crate::Connection) is the same for calls that
/// block.
///
/// Futures that are dropped lose nothing: what was received is kept, what was not written
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
    /// A connection at the start of a stream. Errors call the peer by the given name: its address,
    /// for example.
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

    /// Charges what the peer sends, and what waits to be sent to it, to a [budget](crate::Budget).
    /// No more is read than that allows, as by [`FrameReader::with_budget`], and no more queued:
    /// a message too many is refused at once, whatever the policy, and can be queued after a flush.
    /// A quarter of all bytes is left to what is sent. Call it before anything is read or queued.
    #[must_use]
    pub fn with_budget(mut self, budget: &crate::Budget) -> Self {
        self.inbound.reader.set_budget(budget, true);
        self.outbound.writer.outbox.set_budget(budget);
        self
    }

    crate::connection::calls::incoming!([async] arrival [.await]);
    crate::connection::calls::outgoing!([async] drain [.await]);
    crate::connection::calls::both_ways!();

    /// Waits until there is room for messages of `len` bytes in all, headers included and before they
    /// are sealed: then they can be queued without an error of the pool or a budget. What is queued
    /// before is written first where there is no room. For servers whose clients share a
    /// [budget](Self::with_budget) with the policy [`Wait`](crate::OverBudget::Wait).
    ///
    /// ```
    /// use codec_core::{Bincode, Protocol, Single};
    /// use codec_pool::{AsyncConnection, Budget, BudgetLimits, ConnectionLimits, LengthHeader, Pool};
    ///
    /// struct Numbers;
    /// impl Protocol for Numbers {
    ///     type Header = LengthHeader<1>;
    ///     type Format = Bincode;
    ///     type Dispatch = Single;
    ///     type Message = u16;
    ///     type MessageRef<'de> = u16;
    /// }
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let budget = Budget::new(BudgetLimits::new().max_bytes(8));
    /// let (pool, limits) = (Pool::default(), ConnectionLimits::new());
    /// let (ours, _theirs) = tokio::io::duplex(1024);
    /// let mut peer = AsyncConnection::<Numbers, _>::new(ours, "peer", &pool, limits);
    /// peer = peer.with_budget(&budget);
    /// for number in 0..100u16 {
    ///     peer.ready(3).await?;
    ///     peer.queue(&number)?;
    /// }
    /// # Ok::<(), codec_pool::ConnectionError>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`flush`](Self::flush); [`Encode`](crate::ConnectionErrorKind::Encode) when
    /// there is to be no room, or the policy is not to wait for it.
    pub async fn ready(&mut self, len: usize) -> Result<(), ConnectionError> {
        self.outbound.ready(&mut self.stream, len).await
    }

    /// Writes what is queued and tells the peer that nothing more will be sent. Call it again if
    /// the future was dropped.
    ///
    /// # Errors
    /// The same as [`flush`](Self::flush).
    pub async fn close(&mut self) -> Result<(), ConnectionError> {
        self.outbound.close(&mut self.stream).await
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
