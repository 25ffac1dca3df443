//! The receiving side of a connection.
#![forbid(unsafe_code)]

use std::io;
use std::sync::Arc;

use codec_core::{DecodeError, Header as _, Protocol};

use crate::connection::error::{ConnectionError, ConnectionErrorKind};
use crate::connection::limits::ConnectionLimits;
use crate::connection::timed::{Clock, Timed};
use crate::connection::traffic::Traffic;
use crate::connection::transport::Transport;
use crate::frame::{FrameMut, FrameRef, Plain};
use crate::read::{FrameReadError, FrameReader, OnUnknown, ReadLayer, Unknown, UnknownFrame};

/// The reader of a connection, and how long its peer may take.
pub(crate) struct Inbound<P, L: ReadLayer = Plain> {
    pub(crate) reader: FrameReader<P, L>,
    pub(crate) clock: Clock,
    pub(crate) peer: Arc<str>,
    frames: u64,
    unknown: Unknown,
}

/// A frame that has arrived: its header, and its length with the header.
pub(crate) type Found<P> = (<P as Protocol>::Header, usize);

impl<P: Protocol, L: ReadLayer> Inbound<P, L> {
    pub(crate) fn new(reader: FrameReader<P, L>, limits: ConnectionLimits, peer: Arc<str>) -> Self {
        Self {
            reader: reader.with_max_payload(limits.max_payload),
            clock: Clock::new(limits.idle_timeout),
            peer,
            frames: 0,
            unknown: Unknown::new(limits.on_unknown),
        }
    }

    pub(crate) fn traffic(&self) -> Traffic {
        let (frames_in, bytes_in) = (self.frames, self.reader.consumed());
        Traffic { frames_in, bytes_in, unknown_in: self.unknown.seen, ..Traffic::default() }
    }

    /// The next frame in the common case, as [`FrameReader::find_at_once`] finds it; else the functions
    /// below look for it, which are not inlined.
    #[inline(always)]
    pub(crate) fn arrived(&self) -> Option<Found<P>> {
        self.reader.find_at_once()
    }

    /// The next frame, if it is there although it has not [arrived](Self::arrived) as most do.
    #[inline]
    pub(crate) fn find(&mut self) -> Result<Option<Found<P>>, ConnectionError> {
        match self.reader.find_after_all() {
            Ok(found) => Ok(found),
            Err(error) => Err(ConnectionError::new(&self.peer, error.into())),
        }
    }

    /// Like [`find`](Self::find), where nothing is read next: the chunk is returned.
    #[inline(never)]
    pub(crate) fn find_or_park(&mut self) -> Result<Option<Found<P>>, ConnectionError> {
        let found = self.find()?;
        if found.is_none() {
            self.reader.park();
        }
        Ok(found)
    }

    /// Waits for the next frame, after [`arrived`](Self::arrived) has found none; `None` at the end of
    /// the stream.
    #[inline(never)]
    pub(crate) fn wait<S: Transport>(
        &mut self,
        stream: &mut S,
    ) -> Result<Option<Found<P>>, ConnectionError> {
        loop {
            if let Some(found) = self.find()? {
                return Ok(Some(found));
            }
            let filled = self.reader.fill(&mut Timed { stream, clock: &mut self.clock });
            if !filled.map_err(|error| self.failed(error))? {
                return Ok(None);
            }
            if let Some(found) = self.arrived() {
                return Ok(Some(found));
            }
        }
    }

    /// The connection's error for that of a read.
    #[cold]
    pub(crate) fn failed(&mut self, error: FrameReadError) -> ConnectionError {
        let kind = match (&error, self.clock.expired()) {
            (FrameReadError::Io(error), Some(timeout))
                if error.kind() == io::ErrorKind::TimedOut =>
            {
                ConnectionErrorKind::Idle(timeout)
            }
            _ => error.into(),
        };
        ConnectionError::new(&self.peer, kind)
    }

    /// The peer took longer than it may.
    #[cfg(feature = "tokio")]
    #[cold]
    pub(crate) fn idle(&self) -> ConnectionError {
        let kind = ConnectionErrorKind::Idle(self.clock.timeout().unwrap_or_default());
        ConnectionError::new(&self.peer, kind)
    }

    /// Lends a frame that was found.
    #[inline(always)]
    pub(crate) fn lend(&mut self, (header, total): Found<P>) -> FrameRef<'_, P> {
        self.frames += 1;
        self.clock.stop();
        self.reader.lend(header, total)
    }

    /// Like [`lend`](Self::lend), for a frame to be changed.
    pub(crate) fn lend_mut(
        &mut self,
        (header, total): Found<P>,
    ) -> Result<FrameMut<'_, P>, ConnectionError> {
        let frame = self.reader.lend_mut(header, total);
        let frame = frame.map_err(|error| ConnectionError::new(&self.peer, error.into()))?;
        self.frames += 1;
        self.clock.stop();
        Ok(frame)
    }

    /// Passes over a frame whose id the protocol does not have, if the policy says so; returns true if it
    /// did.
    ///
    /// # Errors
    /// The frame's, if it waits to be lent.
    #[inline(always)]
    pub(crate) fn passes_over(&mut self, found: Found<P>) -> Result<bool, ConnectionError> {
        if self.unknown.policy == OnUnknown::Refuse || P::knows(found.0.id()) {
            return Ok(false);
        }
        self.pass_over(found)
    }

    /// Counts a frame with an unknown id, unless it has waited to be lent, and passes over it; true.
    #[cold]
    fn pass_over(&mut self, found: Found<P>) -> Result<bool, ConnectionError> {
        let offset = Some(self.reader.consumed());
        if self.unknown.lent != offset {
            self.unknown.seen += 1;
            if self.unknown.policy == OnUnknown::Lend {
                self.unknown.lent = offset;
                self.clock.stop();
                let unknown = UnknownFrame::new(found.0, self.reader.consumed());
                return Err(ConnectionError::new(&self.peer, unknown.into()));
            }
        }
        self.lend(found);
        Ok(true)
    }

    /// The message in a frame that was found, as what its caller returns: to put a message into an
    /// `Option` after this has returned would copy it.
    #[inline]
    pub(crate) fn message(
        &mut self,
        (header, total): Found<P>,
    ) -> Result<Option<P::Message>, ConnectionError> {
        self.frames += 1;
        self.clock.stop();
        let (peer, unknown) = (&self.peer, &mut self.unknown);
        let frame = self.reader.lend(header, total);
        match frame.message() {
            Ok(message) => Ok(Some(message)),
            Err(error) => Err(refused(peer, unknown, &frame, error, !L::IS_SEALED)),
        }
    }

    /// Like [`message`](Self::message), borrowing from the reader's memory.
    #[inline]
    pub(crate) fn message_ref(
        &mut self,
        (header, total): Found<P>,
    ) -> Result<Option<P::MessageRef<'_>>, ConnectionError> {
        self.frames += 1;
        self.clock.stop();
        let (peer, unknown) = (&self.peer, &mut self.unknown);
        let frame = self.reader.lend(header, total);
        match frame.message_ref() {
            Ok(message) => Ok(Some(message)),
            Err(error) => Err(refused(peer, unknown, &frame, error, !L::IS_SEALED)),
        }
    }

    /// Counts a frame with an unknown id that the caller has decoded, with this error.
    ///
    /// # Errors
    /// The error, unless the policy is another than to refuse such frames.
    #[cold]
    pub(crate) fn tolerate(&mut self, kind: ConnectionErrorKind) -> Result<(), ConnectionError> {
        if let ConnectionErrorKind::Unknown(frame) = &kind {
            self.unknown.seen += u64::from(self.unknown.lent != Some(frame.offset()));
            if self.unknown.policy != OnUnknown::Refuse {
                return Ok(());
            }
        }
        Err(ConnectionError::new(&self.peer, kind))
    }
}

/// The error of a frame in which there is no message.
#[cold]
fn refused<P: Protocol>(
    peer: &Arc<str>,
    unknown: &mut Unknown,
    frame: &FrameRef<'_, P>,
    error: DecodeError,
    with_values: bool,
) -> ConnectionError {
    let kind = ConnectionErrorKind::malformed_in(frame, error, with_values);
    unknown.seen += u64::from(matches!(kind, ConnectionErrorKind::Unknown(_)));
    ConnectionError::new(peer, kind)
}
