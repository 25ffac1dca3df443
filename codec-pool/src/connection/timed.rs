//! A stream whose calls end when a deadline has passed.
#![forbid(unsafe_code)]

use core::time::Duration;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::time::Instant;

use crate::connection::transport::Transport;

/// The clock of one direction of a stream: how long the peer may take, when the wait began, and
/// which time-out is set on the stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    timeout: Option<Duration>,
    deadline: Option<Instant>,
    told: Option<Duration>,
}

/// The error of a read or write during which the deadline passed.
const EXPIRED: ErrorKind = ErrorKind::TimedOut;

impl Clock {
    pub(crate) const fn new(timeout: Option<Duration>) -> Self {
        Self { timeout, deadline: None, told: None }
    }

    /// The same limit, for a stream on which no time-out is set yet.
    pub(crate) const fn on_another_stream(self) -> Self {
        Self { told: None, ..self }
    }

    /// When the wait ends that has begun already or begins now. A wait that is cancelled and begun
    /// again counts as the same: else it could be extended without end.
    #[cfg(feature = "tokio")]
    pub(crate) fn deadline(&mut self) -> Option<Instant> {
        let timeout = self.timeout?;
        if self.deadline.is_none() {
            self.deadline = Instant::now().checked_add(timeout);
        }
        self.deadline
    }

    /// The time that the peer may take, if that is limited.
    #[cfg(feature = "tokio")]
    pub(crate) const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Ends the wait: what was waited for has arrived.
    #[inline]
    pub(crate) const fn stop(&mut self) {
        self.deadline = None;
    }

    /// The time-out, if the deadline has passed.
    pub(crate) fn expired(&self) -> Option<Duration> {
        self.timeout.filter(|_| self.deadline.is_some_and(|deadline| deadline <= Instant::now()))
    }

    /// The time that the next call may take; `None` for any time. The first of a wait may take all
    /// of it; that time-out is set on the stream already, so it costs no call.
    fn left(&mut self) -> io::Result<Option<Duration>> {
        let Some(timeout) = self.timeout else { return Ok(None) };
        let Some(deadline) = self.deadline else {
            self.deadline = Instant::now().checked_add(timeout);
            return Ok(Some(timeout.max(Duration::from_micros(1))));
        };
        match deadline.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => Ok(Some(left)),
            _ => Err(EXPIRED.into()),
        }
    }

    /// Calls until there is an outcome, or the deadline has passed. `tell` sets the time-out.
    fn call<S, T>(
        &mut self,
        stream: &mut S,
        tell: impl Fn(&mut S, Option<Duration>) -> io::Result<()>,
        mut call: impl FnMut(&mut S) -> io::Result<T>,
    ) -> io::Result<T> {
        loop {
            let left = self.left()?;
            if left != self.told {
                tell(stream, left)?;
                self.told = left;
            }
            let start = left.map(|_| Instant::now());
            let error = match call(stream) {
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | EXPIRED) => error,
                outcome => return outcome,
            };
            // A non-blocking stream has nothing now; a blocking one has waited, perhaps a little
            // less than its time-out.
            let waited = start.zip(left).is_some_and(|(start, left)| start.elapsed() >= left / 2);
            if !waited {
                return Err(error);
            }
        }
    }
}

/// A stream with a deadline. The clock has [expired](Clock::expired) when a call fails because of
/// it.
pub(crate) struct Timed<'c, S> {
    pub(crate) stream: &'c mut S,
    pub(crate) clock: &'c mut Clock,
}

impl<S: Transport> Read for Timed<'_, S> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.clock.call(self.stream, S::set_read_timeout, |stream| stream.read(room))
    }
}

impl<S: Transport> Write for Timed<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.clock.call(self.stream, S::set_write_timeout, |stream| stream.write(bytes))
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        self.clock.call(self.stream, S::set_write_timeout, |stream| stream.write_vectored(pieces))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
