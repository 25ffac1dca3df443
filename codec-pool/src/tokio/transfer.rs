//! Waiting for frames, and for a peer to accept them.
#![forbid(unsafe_code)]

use core::future::{Future, poll_fn};
use core::pin::Pin;
use std::time::Instant;

use codec_core::Protocol;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::time::timeout_at;

use crate::connection::{ConnectionError, ConnectionErrorKind, Found, Inbound, Outbound};
use crate::read::ReadLayer;
use crate::write::WriteLayer;

/// Waits for something until a deadline; `None` when that has passed. What has arrived already is
/// never late, and then no timer is started.
async fn before<F: Future>(deadline: Option<Instant>, work: F) -> Option<F::Output> {
    match deadline {
        None => Some(work.await),
        Some(deadline) => timeout_at(deadline.into(), work).await.ok(),
    }
}

impl<P: Protocol, L: ReadLayer> Inbound<P, L> {
    /// Waits for the next frame, after [`arrived`](Self::arrived) has found none; `None` at the end of
    /// the stream. Dropping the future loses nothing, and the time that the peer has taken still counts.
    pub(crate) async fn arrival<S: AsyncRead + Unpin>(
        &mut self,
        stream: &mut S,
    ) -> Result<Option<Found<P>>, ConnectionError> {
        let mut ticket = None;
        loop {
            if let Some(found) = self.find()? {
                return Ok(Some(found));
            }
            let deadline = self.clock.deadline();
            let reader = &mut self.reader;
            let fill = poll_fn(|cx| reader.poll_fill(cx, Pin::new(&mut *stream), &mut ticket));
            match before(deadline, fill).await {
                Some(Ok(true)) => {}
                Some(Ok(false)) => return Ok(None),
                Some(Err(error)) => return Err(self.failed(error)),
                None => return Err(self.idle()),
            }
        }
    }
}

impl<P: Protocol, L: WriteLayer> Outbound<P, L> {
    /// Writes what is queued. Dropping the future loses nothing: what was written is no
    /// longer queued, the rest is, and the time that the peer has taken still counts.
    pub(crate) async fn drain<S: AsyncWrite + Unpin>(
        &mut self,
        stream: &mut S,
    ) -> Result<(), ConnectionError> {
        let deadline = self.clock.deadline();
        let flush = poll_fn(|cx| {
            let before = self.writer.pending_len();
            let outcome = self.writer.poll_flush(cx, Pin::new(&mut *stream));
            self.note_written(before);
            outcome
        });
        match before(deadline, flush).await {
            Some(Ok(())) => {
                self.clock.stop();
                Ok(())
            }
            Some(Err(error)) => Err(self.failed(error)),
            None => Err(self.late()),
        }
    }

    /// Waits until messages of `len` bytes in all can be queued; where there is no room, what is
    /// queued is written first.
    pub(crate) async fn ready<S: AsyncWrite + Unpin>(
        &mut self,
        stream: &mut S,
        len: usize,
    ) -> Result<(), ConnectionError> {
        if self.writer.pending_len() > 0 && self.writer.outbox.admit(len).is_err() {
            self.drain(stream).await?;
        }
        self.writer.ready(len).await.map_err(|error| {
            let kind = ConnectionErrorKind::Encode { name: None, error: error.into() };
            ConnectionError::new(&self.peer, kind)
        })
    }

    /// Writes what is queued and tells the peer that nothing more will be sent.
    pub(crate) async fn close<S: AsyncWrite + Unpin>(
        &mut self,
        stream: &mut S,
    ) -> Result<(), ConnectionError> {
        self.drain(stream).await?;
        let deadline = self.clock.deadline();
        match before(deadline, stream.shutdown()).await {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) => Err(self.failed(error)),
            None => Err(self.late()),
        }
    }
}
