//! The sending side of a connection.
#![forbid(unsafe_code)]

use std::io;
use std::sync::Arc;

use codec_core::{IdOf, Protocol, ToPayload};

use crate::connection::error::{ConnectionError, ConnectionErrorKind};
use crate::connection::limits::ConnectionLimits;
use crate::connection::timed::{Clock, Timed};
use crate::connection::traffic::Traffic;
use crate::connection::transport::Transport;
use crate::frame::{Frame, Plain};
use crate::write::{FrameWriteError, FrameWriter, WriteLayer};

/// The writer of a connection, and how long its peer may take.
pub(crate) struct Outbound<P, L: WriteLayer = Plain> {
    pub(crate) writer: FrameWriter<P, L>,
    pub(crate) clock: Clock,
    pub(crate) peer: Arc<str>,
    frames: u64,
    bytes: u64,
}

impl<P: Protocol, L: WriteLayer> Outbound<P, L> {
    pub(crate) fn new(
        mut writer: FrameWriter<P, L>,
        limits: ConnectionLimits,
        peer: Arc<str>,
    ) -> Self {
        writer.outbox.set_max(limits.max_pending);
        Self { writer, clock: Clock::new(limits.write_timeout), peer, frames: 0, bytes: 0 }
    }

    pub(crate) fn traffic(&self) -> Traffic {
        let (frames_out, bytes_out) = (self.frames, self.bytes);
        Traffic { frames_out, bytes_out, ..Traffic::default() }
    }

    /// Queues a message.
    #[inline]
    pub(crate) fn queue<M>(&mut self, message: &M) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let outcome = self.writer.send(message);
        self.queued(message, outcome)
    }

    /// Queues a message, with fields of its header.
    #[inline]
    pub(crate) fn queue_with<M>(
        &mut self,
        message: &M,
        set: impl Fn(&mut P::Header),
    ) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let outcome = self.writer.send_with(message, set);
        self.queued(message, outcome)
    }

    /// Counts a queued message; on error, names the message that was not queued.
    #[inline]
    fn queued<M>(
        &mut self,
        message: &M,
        outcome: Result<(), FrameWriteError>,
    ) -> Result<(), ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        match outcome {
            Ok(()) => {
                self.frames += 1;
                Ok(())
            }
            Err(error) => Err(self.unsent(message, error)),
        }
    }

    /// The error of a message that was not encoded or queued.
    #[cold]
    fn unsent<M>(&self, message: &M, error: FrameWriteError) -> ConnectionError
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let name = P::name_of(message.envelope().0).or(message.payload_name());
        ConnectionError::new(&self.peer, ConnectionErrorKind::Encode { name, error })
    }

    /// Makes a frame of a message.
    #[track_caller]
    pub(crate) fn encode<M>(&mut self, message: &M) -> Result<Frame<P>, ConnectionError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        self.writer.encode(message).map_err(|error| self.unsent(message, error))
    }

    /// Queues a frame: without copying it where frames are not sealed, else a sealed copy.
    pub(crate) fn forward(&mut self, frame: Frame<P>) -> Result<(), ConnectionError> {
        self.writer.forward(frame).map_err(|error| {
            ConnectionError::new(&self.peer, ConnectionErrorKind::Encode { name: None, error })
        })?;
        self.frames += 1;
        Ok(())
    }

    /// Writes what is queued.
    pub(crate) fn flush<S: Transport>(&mut self, stream: &mut S) -> Result<(), ConnectionError> {
        let before = self.writer.pending_len();
        let outcome = self.writer.flush(&mut Timed { stream, clock: &mut self.clock });
        self.note_written(before);
        outcome.map_err(|error| self.failed(error))
    }

    /// Counts what was written of that many bytes.
    pub(crate) fn note_written(&mut self, before: usize) {
        let left = self.writer.pending_len();
        self.bytes += (before - left) as u64;
        if left == 0 {
            self.clock.stop();
        }
    }

    /// The connection's error for that of a write.
    #[cold]
    pub(crate) fn failed(&mut self, error: io::Error) -> ConnectionError {
        let kind = match self.clock.expired() {
            Some(timeout) if error.kind() == io::ErrorKind::TimedOut => {
                ConnectionErrorKind::WriteTimeout(timeout)
            }
            _ => ConnectionErrorKind::Io(error),
        };
        ConnectionError::new(&self.peer, kind)
    }

    /// The peer took longer than it may.
    #[cfg(feature = "tokio")]
    #[cold]
    pub(crate) fn late(&self) -> ConnectionError {
        let kind = ConnectionErrorKind::WriteTimeout(self.clock.timeout().unwrap_or_default());
        ConnectionError::new(&self.peer, kind)
    }
}
