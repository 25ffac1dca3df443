//! Messages into a `Sink`.
#![forbid(unsafe_code)]

use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use std::io;

use codec_core::{IdOf, Protocol, ToPayload};
use futures_sink::Sink;
use tokio::io::AsyncWrite;

use crate::frame::{Plain, Sealed, Sealer};
use crate::pool::{Pool, Ticket, WaitMode, worthwhile};
use crate::write::{FlushPolicy, FrameWriteError, FrameWriter, WriteLayer};

/// An `AsyncWrite` as a `Sink` of messages, in the protocol `P`.
///
/// Messages are queued, and written when they are due by the [`FlushPolicy`], when the sink is
/// flushed, and when it is closed; the caller has to see to a delay of the policy. See
/// [`MessageStream`](crate::MessageStream) for an example.
///
/// If the pool's policy is [`Policy::Wait`](crate::Policy::Wait), `poll_ready` waits for room
/// for an eighth of a chunk; a longer message may make `start_send` block.
#[must_use = "a sink does nothing until it is polled"]
pub struct MessageSink<P, W, L: WriteLayer = Plain> {
    stream: W,
    writer: FrameWriter<P, L>,
    ticket: Option<Ticket>,
    room: usize,
}

impl<P: Protocol, W: AsyncWrite + Unpin> MessageSink<P, W> {
    /// A sink that writes to `stream`.
    pub fn new(stream: W, pool: Pool) -> Self {
        Self::over(stream, FrameWriter::new(pool))
    }
}

impl<P: Protocol, W: AsyncWrite + Unpin, S: Sealer> MessageSink<P, W, Sealed<S>> {
    /// A sink that writes to `stream` what `sealer` has sealed.
    pub fn sealed(stream: W, pool: Pool, sealer: S) -> Self {
        Self::over(stream, FrameWriter::sealed(pool, sealer))
    }
}

impl<P: Protocol, W: AsyncWrite + Unpin, L: WriteLayer> MessageSink<P, W, L> {
    fn over(stream: W, writer: FrameWriter<P, L>) -> Self {
        let room = worthwhile(writer.outbox.pool().chunk_size());
        Self { stream, writer, ticket: None, room }
    }

    /// Sets when messages are written.
    pub fn with_flush_policy(mut self, policy: FlushPolicy) -> Self {
        self.writer = self.writer.with_flush_policy(policy);
        self
    }

    /// The stream and the writer, with what has not been written.
    pub fn into_parts(self) -> (W, FrameWriter<P, L>) {
        (self.stream, self.writer)
    }
}

/// Nothing in it is ever pinned but the stream.
impl<P, W: Unpin, L: WriteLayer> Unpin for MessageSink<P, W, L> {}

impl<P, M, W, L> Sink<M> for MessageSink<P, W, L>
where
    P: Protocol,
    M: ToPayload<P::Dispatch, IdOf<P>>,
    W: AsyncWrite + Unpin,
    L: WriteLayer,
{
    type Error = io::Error;

    fn poll_ready(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.writer.is_flush_due() {
            ready!(this.writer.poll_flush(cx, Pin::new(&mut this.stream)))?;
        }
        let mode = &mut WaitMode::Task(&mut this.ticket, cx);
        let room = ready!(this.writer.outbox.poll_room_to_queue(this.room, mode));
        Poll::Ready(room.map_err(|error| FrameWriteError::from(error).into()))
    }

    fn start_send(self: Pin<&mut Self>, message: M) -> io::Result<()> {
        let writer = &mut self.get_mut().writer;
        Ok(writer.send(&message)?)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.writer.poll_flush(cx, Pin::new(&mut this.stream))
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Sink::<M>::poll_flush(self.as_mut(), cx))?;
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

impl<P, W, L: WriteLayer> fmt::Debug for MessageSink<P, W, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MessageSink").field("writer", &self.writer).finish_non_exhaustive()
    }
}
