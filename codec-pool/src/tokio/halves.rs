//! The halves of a connection over tokio: one to read from, one to write to.
#![forbid(unsafe_code)]

use core::fmt;
use core::future::poll_fn;
use core::pin::Pin;
use core::task::Poll;

use codec_core::{IdOf, Protocol, ToPayload};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::connection::{ConnectionError, Inbound, Outbound, Traffic};
use crate::frame::Plain;
use crate::read::ReadLayer;
use crate::write::WriteLayer;

/// The half of an [`AsyncConnection`](crate::AsyncConnection) that messages come from.
pub struct AsyncReceiver<P, R, L: ReadLayer = Plain> {
    pub(super) stream: R,
    pub(super) inbound: Inbound<P, L>,
}

impl<P: Protocol, R: AsyncRead + Unpin, L: ReadLayer> AsyncReceiver<P, R, L> {
    crate::connection::calls::incoming!([async] arrival [.await]);

    /// The peer, by the name that the connection was given for it.
    pub fn peer(&self) -> &str {
        &self.inbound.peer
    }

    /// Counts of what came in so far.
    pub fn traffic(&self) -> Traffic {
        self.inbound.traffic()
    }
}

/// The half of an [`AsyncConnection`](crate::AsyncConnection) that messages go to.
pub struct AsyncSender<P, W, L: WriteLayer = Plain> {
    pub(super) stream: W,
    pub(super) outbound: Outbound<P, L>,
}

impl<P: Protocol, W: AsyncWrite + Unpin, L: WriteLayer> AsyncSender<P, W, L> {
    crate::connection::calls::outgoing!([async] drain [.await]);

    /// Sends one message to many peers: it is encoded once, and all of them share the
    /// frame. Returns the errors of the peers that it could not be sent to, each with
    /// its peer; the others have it.
    ///
    /// All are written to at the same time: a peer that does not read delays none of the others,
    /// only this call, by its write time-out. When the future is dropped, the message is queued for
    /// the peers that don't have it yet.
    ///
    /// # Errors
    /// [`Encode`](crate::ConnectionErrorKind::Encode) when the message can't be sent to
    /// any peer; nothing is queued then.
    pub async fn broadcast<'a, M>(
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
        let mut errors = Vec::new();
        let mut flushes = Vec::new();
        for sender in senders {
            match sender.push(frame.clone()) {
                Ok(()) => flushes.push(Box::pin(sender.flush())),
                Err(error) => errors.push(error),
            }
        }
        poll_fn(|cx| {
            flushes.retain_mut(|flush| match Pin::new(flush).poll(cx) {
                Poll::Ready(outcome) => {
                    errors.extend(outcome.err());
                    false
                }
                Poll::Pending => true,
            });
            if flushes.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        Ok(errors)
    }

    /// Waits until there is room, like [`AsyncConnection::ready`](crate::AsyncConnection::ready).
    ///
    /// # Errors
    /// The same as [`AsyncConnection::ready`](crate::AsyncConnection::ready).
    pub async fn ready(&mut self, len: usize) -> Result<(), ConnectionError> {
        self.outbound.ready(&mut self.stream, len).await
    }

    /// Like [`AsyncConnection::close`](crate::AsyncConnection::close).
    ///
    /// # Errors
    /// The same as [`AsyncConnection::close`](crate::AsyncConnection::close).
    pub async fn close(&mut self) -> Result<(), ConnectionError> {
        self.outbound.close(&mut self.stream).await
    }

    /// The peer, by the name that the connection was given for it.
    pub fn peer(&self) -> &str {
        &self.outbound.peer
    }

    /// Counts of what went out so far.
    pub fn traffic(&self) -> Traffic {
        self.outbound.traffic()
    }
}

impl<P, R, L: ReadLayer> fmt::Debug for AsyncReceiver<P, R, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncReceiver").field("peer", &self.inbound.peer).finish_non_exhaustive()
    }
}

impl<P, W, L: WriteLayer> fmt::Debug for AsyncSender<P, W, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncSender").field("peer", &self.outbound.peer).finish_non_exhaustive()
    }
}
