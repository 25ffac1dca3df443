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
use crate::frame::{Frame, FrameMut, FrameRef, Plain};
use crate::read::ReadLayer;
use crate::write::WriteLayer;

/// What a [`Connection`](crate::Connection) is [split](crate::Connection::split) into.
pub type Halves<P, S, L = Plain> =
    (Receiver<P, S, <L as Layers>::Read>, Sender<P, S, <L as Layers>::Write>);

/// The half of a [`Connection`](crate::Connection) that messages come from.
pub struct Receiver<P, S, L: ReadLayer = Plain> {
    pub(super) stream: S,
    pub(super) inbound: Inbound<P, L>,
}

impl<P: Protocol, S: Transport, L: ReadLayer> Receiver<P, S, L> {
    /// As [`Connection::next`](crate::Connection::next).
    ///
    /// # Errors
    /// Those of [`Connection::next`](crate::Connection::next).
    #[expect(clippy::should_implement_trait, reason = "what it lends ends with the next call")]
    pub fn next(&mut self) -> Result<Option<P::MessageRef<'_>>, ConnectionError> {
        match self.inbound.wait(&mut self.stream)? {
            Some(found) => self.inbound.message_ref(found).map(Some),
            None => Ok(None),
        }
    }

    /// As [`Connection::next_owned`](crate::Connection::next_owned).
    ///
    /// # Errors
    /// Those of [`Connection::next`](crate::Connection::next).
    pub fn next_owned(&mut self) -> Result<Option<P::Message>, ConnectionError> {
        match self.inbound.wait(&mut self.stream)? {
            Some(found) => self.inbound.message(found).map(Some),
            None => Ok(None),
        }
    }

    /// As [`Connection::next_frame`](crate::Connection::next_frame).
    ///
    /// # Errors
    /// Those of [`Connection::next_frame`](crate::Connection::next_frame).
    pub fn next_frame(&mut self) -> Result<Option<FrameRef<'_, P>>, ConnectionError> {
        let found = self.inbound.wait(&mut self.stream)?;
        Ok(found.map(|found| self.inbound.lend(found)))
    }

    /// As [`Connection::next_frame_mut`](crate::Connection::next_frame_mut).
    ///
    /// # Errors
    /// Those of [`Connection::next_frame_mut`](crate::Connection::next_frame_mut).
    pub fn next_frame_mut(&mut self) -> Result<Option<FrameMut<'_, P>>, ConnectionError> {
        let found = self.inbound.wait(&mut self.stream)?;
        found.map(|found| self.inbound.lend_mut(found)).transpose()
    }

    /// The peer: the address of a socket.
    pub fn peer(&self) -> &str {
        &self.inbound.peer
    }

    /// What came in so far.
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
    /// As [`Connection::queue`](crate::Connection::queue).
    ///
    /// # Errors
    /// Those of [`Connection::queue`](crate::Connection::queue).
    pub fn queue<M>(&mut self, message: &M) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.outbound.queue(message)
    }

    /// As [`Connection::flush`](crate::Connection::flush).
    ///
    /// # Errors
    /// Those of [`Connection::flush`](crate::Connection::flush).
    pub fn flush(&mut self) -> Result<(), ConnectionError> {
        self.outbound.flush(&mut self.stream)
    }

    /// As [`Connection::send`](crate::Connection::send).
    ///
    /// # Errors
    /// Those of [`Connection::send`](crate::Connection::send).
    pub fn send<M>(&mut self, message: &M) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.queue(message)?;
        self.flush()
    }

    /// As [`Connection::encode`](crate::Connection::encode).
    ///
    /// # Errors
    /// Those of [`Connection::encode`](crate::Connection::encode).
    #[track_caller]
    pub fn encode<M>(&mut self, message: &M) -> Result<Frame<P>, ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.outbound.encode(message)
    }

    /// As [`Connection::push`](crate::Connection::push).
    ///
    /// # Errors
    /// Those of [`Connection::push`](crate::Connection::push).
    pub fn push(&mut self, frame: Frame<P>) -> Result<(), ConnectionError> {
        self.outbound.forward(frame)
    }

    /// Sends one message to many peers: it is encoded once, and all of them share the
    /// frame. Returns the errors of the peers that it could not be sent to, each with
    /// its peer; the others have it.
    ///
    /// The peers are written to one after the other, so that one that does not read holds
    /// up those after it for its write time-out. Those of
    /// `AsyncSender::broadcast` don't wait for each other.
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

    /// How many bytes are queued.
    pub const fn pending_len(&self) -> usize {
        self.outbound.writer.pending_len()
    }

    /// As [`Connection::close`](crate::Connection::close).
    ///
    /// # Errors
    /// Those of [`Connection::close`](crate::Connection::close).
    pub fn close(mut self) -> Result<(), ConnectionError> {
        self.flush()?;
        self.stream.shutdown_write().map_err(|error| self.outbound.failed(error))
    }

    /// The peer: the address of a socket.
    pub fn peer(&self) -> &str {
        &self.outbound.peer
    }

    /// What went out so far.
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
