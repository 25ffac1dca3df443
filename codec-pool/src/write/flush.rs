//! Queued frames into a `std::io::Write`, now or when it is worth a call.
#![forbid(unsafe_code)]

use core::time::Duration;
use std::io::{self, ErrorKind, IoSlice, Write};
use std::time::Instant;

use codec_core::Protocol;

use crate::write::layer::WriteLayer;
use crate::write::writer::FrameWriter;

/// Pieces written by one call. Small frames make one piece per chunk.
pub(crate) const PIECES: usize = 16;

/// Bytes joined for one call where the pieces are small: pushed frames, each a separate piece.
/// Copying them costs less than a call for every few.
const JOINED: usize = 16 * 1024;

/// Returns whether the first `count` pieces, `len` bytes, are to be joined with those after them,
/// not written as they are: where one call would take only a few of them, or only one.
#[inline]
pub(crate) const fn is_worth_joining(count: usize, len: usize, vectored: bool) -> bool {
    (if vectored { count == PIECES } else { count > 1 }) && len < JOINED / 2
}

/// Decides when frames that wait are worth a call: when they are many enough, or have
/// waited long enough.
///
/// ```
/// use std::time::Duration;
/// use codec_core::Bincode;
/// use codec_pool::{FlushPolicy, FrameWriter, LengthHeader, Pool};
/// let policy = FlushPolicy::new().bytes(100).delay(Duration::from_secs(3600));
/// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default()).with_flush_policy(policy);
/// let mut wire = Vec::new();
/// let mut calls = 0;
/// for _ in 0..25 {
///     writer.write_message::<Bincode, _>((), 0, &[7u8, 8, 9])?; // 4 bytes with its length
///     calls += usize::from(writer.flush_due(&mut wire)?);
/// }
/// assert_eq!((calls, wire.len(), writer.pending_len()), (1, 100, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FlushPolicy {
    bytes: usize,
    delay: Option<Duration>,
}

impl FlushPolicy {
    /// Frames are due when they are half a default chunk, 32 KiB, however long
    /// they wait.
    pub const fn new() -> Self {
        Self { bytes: 32 * 1024, delay: None }
    }

    /// Sets how many bytes are due at once; with 0, each frame is.
    #[must_use]
    pub const fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// Sets how long a frame may wait. Nothing happens by itself: see
    /// [`FrameWriter::flush_deadline`].
    #[must_use]
    pub const fn delay(mut self, delay: Duration) -> Self {
        self.delay = Some(delay);
        self
    }
}

impl Default for FlushPolicy {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Protocol, L: WriteLayer> FrameWriter<P, L> {
    /// Sets when [`flush_due`](Self::flush_due) flushes.
    #[must_use]
    pub const fn with_flush_policy(mut self, policy: FlushPolicy) -> Self {
        self.flush_policy = policy;
        self
    }

    /// Returns whether what waits is due by the [`FlushPolicy`]. To be called after each frame: a
    /// delay counts from the first call with frames waiting.
    #[inline]
    pub fn is_flush_due(&mut self) -> bool {
        let len = self.outbox.len();
        if len == 0 {
            return false;
        }
        len >= self.flush_policy.bytes
            || self.flush_deadline().is_some_and(|deadline| deadline <= Instant::now())
    }

    /// Returns when what waits is due by the delay of the [`FlushPolicy`]: the time for
    /// which to set a timer or the time-out of a poll. `None` when nothing
    /// waits, or there is no such delay.
    pub fn flush_deadline(&mut self) -> Option<Instant> {
        let delay = self.flush_policy.delay.filter(|_| self.outbox.len() > 0)?;
        self.waiting_since.get_or_insert_with(Instant::now).checked_add(delay)
    }

    /// Flushes like [`flush`](Self::flush) if what waits is due, else does nothing. Returns whether
    /// it was.
    ///
    /// # Errors
    /// The same as [`flush`](Self::flush).
    #[inline]
    pub fn flush_due<W: Write + ?Sized>(&mut self, stream: &mut W) -> io::Result<bool> {
        let due = self.is_flush_due();
        if due {
            self.flush(stream)?;
        }
        Ok(due)
    }

    /// Writes all frames that wait, as many as possible with one call, and
    /// flushes the stream.
    ///
    /// An interrupted write is repeated. After `WouldBlock` or any other error,
    /// what was not written still waits; call again.
    ///
    /// # Errors
    /// The errors of the stream; [`WriteZero`](ErrorKind::WriteZero) when it takes
    /// no bytes; [`InvalidData`](ErrorKind::InvalidData) when it claims to have
    /// taken more than it was given, and then all of it still waits.
    pub fn flush<W: Write + ?Sized>(&mut self, stream: &mut W) -> io::Result<()> {
        while self.outbox.len() > 0 {
            let mut slices = [IoSlice::new(&[]); PIECES];
            let (count, offered) = self.outbox.lay_out(&mut slices);
            let (result, offered) = match &slices[..count] {
                [piece] => (stream.write(piece), offered),
                _ if is_worth_joining(count, offered, true) => {
                    self.joined(|bytes| stream.write(bytes))
                }
                pieces => (stream.write_vectored(pieces), offered),
            };
            self.written(result, offered)?;
        }
        self.outbox.release_if_empty();
        stream.flush()
    }

    /// Calls `write` with the first pieces, joined; returns how many bytes those are, too.
    #[inline(never)]
    pub(crate) fn joined<T>(&self, write: impl FnOnce(&[u8]) -> T) -> (T, usize) {
        let mut joined = [0; JOINED];
        let len = self.outbox.copy_front(&mut joined);
        (write(&joined[..len]), len)
    }

    /// Handles the result of a write of `offered` bytes.
    pub(crate) fn written(&mut self, result: io::Result<usize>, offered: usize) -> io::Result<()> {
        match result {
            Ok(0) => Err(ErrorKind::WriteZero.into()),
            Ok(len) if len <= offered => {
                self.consume(len);
                Ok(())
            }
            Ok(_) => {
                let lie = "more bytes declared as written than there were";
                Err(io::Error::new(ErrorKind::InvalidData, lie))
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(error),
        }
    }
}
