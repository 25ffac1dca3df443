//! The halves of a connection: one to read from, one to write to.
#![forbid(unsafe_code)]

use core::fmt;

use codec_core::{IdOf, Protocol, ToPayload};

use crate::connection::error::ConnectionError;
use crate::connection::inbound::Inbound;
use crate::connection::layers::Layers;
use crate::connection::outbound::Outbound;
use crate::connection::traffic::Traffic;
use crate::connection::transport::Transport;
use crate::frame::Plain;
use crate::read::ReadLayer;
use crate::write::WriteLayer;

/// The two halves of a [split](crate::Connection::split) [`Connection`](crate::Connection).
pub type Halves<P, S, L = Plain> =
    (Receiver<P, S, <L as Layers>::Read>, Sender<P, S, <L as Layers>::Write>);

/// The half of a [`Connection`](crate::Connection) that messages come from.
pub struct Receiver<P, S, L: ReadLayer = Plain> {
    pub(super) stream: S,
    pub(super) inbound: Inbound<P, L>,
}

impl<P: Protocol, S: Transport, L: ReadLayer> Receiver<P, S, L> {
    crate::connection::calls::incoming!(
        #[expect(clippy::should_implement_trait, reason = "what it lends ends with the next call")]
        [] wait []
    );

    /// The peer: the address of a socket.
    pub fn peer(&self) -> &str {
        &self.inbound.peer
    }

    /// Counts of what came in so far.
    pub fn traffic(&self) -> Traffic {
        self.inbound.traffic()
    }
}

/// The half of a [`Connection`](crate::Connection) that messages go to.
pub struct Sender<P, S, L: WriteLayer = Plain> {
    pub(super) stream: S,
    pub(super) outbound: Outbound<P, L>,
}

impl<P: Protocol, S: Transport, L: WriteLayer> Sender<P, S, L> {
    crate::connection::calls::outgoing!([] flush []);

    /// Sends one message to many peers: it is encoded once, and all of them share the
    /// frame. Returns the errors of the peers that it could not be sent to, each with
    /// its peer; the others have it.
    ///
    /// The peers are written to one after another, so that one that does not read delays those
    /// after it by its write time-out. Those of `AsyncSender::broadcast` don't wait for each other.
    ///
    /// # Errors
    /// [`Encode`](crate::ConnectionErrorKind::Encode) when the message can't be sent to
    /// any peer; nothing is queued then.
    #[track_caller]
    pub fn broadcast<'a, M>(
        message: &M,
        senders: impl IntoIterator<Item = &'a mut Self>,
    ) -> Result<Vec<ConnectionError>, ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
        Self: 'a,
    {
        let mut senders = senders.into_iter().peekable();
        let Some(first) = senders.peek_mut() else { return Ok(Vec::new()) };
        let frame = first.encode(message)?;
        let send =
            |sender: &mut Self| sender.push(frame.clone()).and_then(|()| sender.flush()).err();
        Ok(senders.filter_map(send).collect())
    }

    /// Like [`Connection::close`](crate::Connection::close).
    ///
    /// # Errors
    /// The same as [`Connection::close`](crate::Connection::close).
    pub fn close(mut self) -> Result<(), ConnectionError> {
        self.flush()?;
        self.stream.shutdown_write().map_err(|error| self.outbound.failed(error))
    }

    /// The peer: the address of a socket.
    pub fn peer(&self) -> &str {
        &self.outbound.peer
    }

    /// Counts of what went out so far.
    pub fn traffic(&self) -> Traffic {
        self.outbound.traffic()
    }
}

impl<P, S, L: ReadLayer> fmt::Debug for Receiver<P, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").field("peer", &self.inbound.peer).finish_non_exhaustive()
    }
}

impl<P, S, L: WriteLayer> fmt::Debug for Sender<P, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").field("peer", &self.outbound.peer).finish_non_exhaustive()
    }
}
