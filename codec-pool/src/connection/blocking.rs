//! A connection whose calls block.
#![forbid(unsafe_code)]

use core::fmt;
use std::io;
use std::sync::Arc;

use codec_core::Protocol;

use crate::connection::error::ConnectionError;
use crate::connection::halves::{Halves, Receiver, Sender};
use crate::connection::inbound::Inbound;
use crate::connection::layers::Layers;
use crate::connection::limits::ConnectionLimits;
use crate::connection::outbound::Outbound;
use crate::connection::transport::{Split, Transport};
use crate::frame::{Opener, Plain, Sealed, Sealer};
use crate::pool::Pool;
use crate::read::FrameReader;
use crate::write::FrameWriter;

/// A stream over which the messages of a [`Protocol`] are received and sent. Its calls block, for
/// as long as the [limits](ConnectionLimits) allow; `AsyncConnection` is the same for tokio.
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

    /// Sets the name by which errors call the peer.
    #[must_use]
    pub fn with_peer(mut self, name: &str) -> Self {
        let peer: Arc<str> = name.into();
        (self.inbound.peer, self.outbound.peer) = (Arc::clone(&peer), peer);
        self
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

    crate::connection::calls::incoming!(
        #[expect(clippy::should_implement_trait, reason = "what it lends ends with the next call")]
        [] wait []
    );
    crate::connection::calls::outgoing!([] flush []);
    crate::connection::calls::both_ways!();

    /// Writes what is queued and tells the peer that nothing more will be sent.
    ///
    /// # Errors
    /// The same as [`flush`](Self::flush).
    pub fn close(mut self) -> Result<(), ConnectionError> {
        self.flush()?;
        self.stream.shutdown_write().map_err(|error| self.outbound.failed(error))
    }

    /// Two halves, for a thread that reads and one that writes.
    ///
    /// # Errors
    /// The errors of the stream, when it can't be split.
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
