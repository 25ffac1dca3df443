//! Frames out of bytes, wherever the bytes come from.
#![forbid(unsafe_code)]

use core::fmt;
use core::future::poll_fn;
use core::marker::PhantomData;
use core::task::Poll;

use codec_core::{DecodeError, Header as _, Protocol};

use crate::frame::Plain;
use crate::memory::HEAD;
use crate::pool::{Pool, PoolBuilder, WaitMode};
use crate::read::error::{FrameError, FrameErrorKind};
use crate::read::foreign::Foreign;
use crate::read::intake::{Intake, NEVER};
use crate::read::layer::ReadLayer;
use crate::read::partial::{LAST, OVERHEAD};

/// Splits a stream into frames. It does no input or output of its own: it is
/// [fed](Self::feed), or [lends room](Self::spare_capacity) to be written to;
/// [`read_frame`](Self::read_frame) does that with a `std::io::Read`.
///
/// `P` is a [`Protocol`], or the header of one alone: then it finds frames, and what is
/// in them is named by each call.
///
/// It holds a chunk of its pool only while there are bytes in it that were not given out yet.
/// While nothing arrives, it keeps what was received of the next frame and nothing else: no more
/// than those bytes and 256 more, itself included, whatever the header declares.
///
/// ```
/// use codec_pool::{FrameReader, LengthHeader, Pool};
/// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
/// let mut seen = Vec::new();
/// for piece in [&[2][..], &[7], &[8, 1], &[9, 0]] {
///     assert_eq!(reader.feed(piece)?, piece.len());
///     while let Some(frame) = reader.next_frame()? {
///         seen.push(frame.payload().to_vec());
///     }
/// }
/// assert_eq!(seen, [&[7, 8][..], &[9], &[]]);
/// assert_eq!(reader.consumed(), 6);
/// # Ok::<(), codec_pool::FrameError>(())
/// ```
pub struct FrameReader<P, L: ReadLayer = Plain> {
    pub(crate) intake: Intake<L::Raw>,
    pub(crate) state: State,
    pub(super) layer: L,
    pub(super) consumed: u64,
    protocol: PhantomData<fn() -> P>,
}

/// Unless `Open`, the need of the intake is `NEVER`.
#[derive(Clone, Copy)]
pub(crate) enum State {
    Open {
        /// `true` if the last read brought as much as it could, so that there may be more at once.
        brisk: bool,
    },
    /// The next frame, of this payload and this header, is over the limit;
    /// `skip_frame` would pass it.
    TooLong {
        len: usize,
        size: usize,
    },
    /// Bytes of the frame being skipped have not arrived yet.
    Skipping {
        left: usize,
        total: usize,
    },
    Poisoned(FrameErrorKind),
}

impl<P: Protocol> FrameReader<P> {
    /// A reader at the start of a stream.
    pub fn new(pool: Pool) -> Self {
        Self::with_layer(pool, Plain)
    }
}

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Bytes that a frame has at least.
    pub(super) const HEAD: usize = <P::Header>::SIZE + L::OVERHEAD;

    pub(super) fn with_layer(pool: Pool, layer: L) -> Self {
        const {
            assert!(<P::Header>::SIZE > 0, "a header of no bytes finds frames without end");
            assert!(
                <P::Header>::SIZE <= <P::Header>::MAX_SIZE,
                "the shortest header is no longer than the longest"
            );
            assert!(
                <P::Header>::MAX_SIZE <= PoolBuilder::MIN_CHUNK_SIZE,
                "a header fits into any chunk"
            );
        }
        Self {
            intake: Intake::new(pool, Self::HEAD, <P::Header>::MAX_PAYLOAD),
            state: State::Open { brisk: false },
            layer,
            consumed: 0,
            protocol: PhantomData,
        }
    }

    /// Sets the longest payload that the reader accepts, in bytes; without it,
    /// and at most, what the header can describe.
    #[must_use]
    pub fn with_max_payload(mut self, bytes: usize) -> Self {
        self.intake.set_max_payload(bytes.min(<P::Header>::MAX_PAYLOAD));
        self
    }

    /// Number of bytes of the stream that have been given out as frames, skipped, or dropped with
    /// a frame that was refused: the offset of the next frame.
    pub const fn consumed(&self) -> u64 {
        self.consumed
    }

    /// The bytes that were received and not yet given out.
    ///
    /// If the reader is parked in the middle of a frame, they may be in pieces, and are assembled
    /// in memory of their length.
    pub fn pending(&mut self) -> &[u8] {
        self.intake.joined()
    }

    /// Number of bytes that were received and not yet given out.
    pub fn pending_len(&self) -> usize {
        self.intake.pending_len()
    }

    /// Returns whether the reader can't continue; every call then fails with the error that did it.
    pub const fn is_poisoned(&self) -> bool {
        matches!(self.state, State::Poisoned(_))
    }

    /// Takes in bytes of the stream and returns how many: not all of them when
    /// the chunk is full. After [`next_frame`](Self::next_frame) has returned
    /// `None`, at least one is taken in.
    ///
    /// # Errors
    /// [`Pool`](FrameErrorKind::Pool) when there is no memory, and nothing was
    /// taken in. The last error again when it is still unresolved.
    #[inline]
    pub fn feed(&mut self, bytes: &[u8]) -> Result<usize, FrameError> {
        match self.intake.take_in(bytes) {
            Some(len) => Ok(len),
            None => self.feed_slowly(bytes),
        }
    }

    #[inline(never)]
    fn feed_slowly(&mut self, bytes: &[u8]) -> Result<usize, FrameError> {
        if bytes.is_empty() || self.intake.add_aside(bytes) {
            return Ok(bytes.len());
        }
        let room = self.poll_room(bytes.len(), &mut WaitMode::Thread);
        let spare = self.spare_after(room)?;
        let len = spare.len().min(bytes.len());
        spare[..len].copy_from_slice(&bytes[..len]);
        self.commit(len)?;
        Ok(len)
    }

    /// Room to read into, followed by [`commit`](Self::commit). What is in it
    /// is unspecified. It is never empty after [`next_frame`](Self::next_frame)
    /// has returned `None`.
    ///
    /// ```
    /// # use codec_pool::{FrameReader, LengthHeader, Pool};
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
    /// reader.spare_capacity()?[..3].copy_from_slice(&[2, 7, 8]);
    /// reader.commit(3)?;
    /// assert_eq!(reader.next_frame()?.expect("all of it is there").payload(), [7, 8]);
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`feed`](Self::feed).
    #[inline]
    pub fn spare_capacity(&mut self) -> Result<&mut [u8], FrameError> {
        let room = self.poll_room(0, &mut WaitMode::Thread);
        self.spare_after(room)
    }

    #[inline]
    fn spare_after(&mut self, room: Poll<Result<(), FrameError>>) -> Result<&mut [u8], FrameError> {
        match room {
            Poll::Ready(Ok(())) => Ok(self.intake.spare()),
            Poll::Ready(Err(error)) => Err(error),
            Poll::Pending => unreachable!("a thread waits in place"),
        }
    }

    /// Waits until there is room to read into; then
    /// [`spare_capacity`](Self::spare_capacity) has it without waiting.
    ///
    /// If the pool's policy is [`Policy::Wait`](crate::Policy::Wait), this
    /// is how a task waits for memory: it blocks no thread, and any executor
    /// may run it. Dropping the future loses nothing. Under other policies it
    /// is ready at once.
    ///
    /// # Errors
    /// The same as [`feed`](Self::feed), but no time-out.
    pub async fn ready(&mut self) -> Result<(), FrameError> {
        let mut ticket = None;
        poll_fn(|cx| self.poll_room(0, &mut WaitMode::Task(&mut ticket, cx))).await
    }

    /// Makes room, for `coming` bytes that are known to follow.
    #[inline(always)]
    pub(crate) fn poll_room(
        &mut self,
        coming: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), FrameError>> {
        self.go_on_skipping();
        let need = match self.state {
            State::Open { .. } => self.intake.need,
            // Nothing is pending then, and any byte is of use.
            State::Skipping { .. } => 1,
            State::TooLong { .. } | State::Poisoned(_) => return Poll::Ready(self.unresolved()),
        };
        let room = self.intake.make_room(need, coming, mode);
        room.map_err(|error| self.no_room(error))
    }

    /// The room that there is.
    #[cfg(feature = "tokio")]
    pub(crate) fn room(&mut self) -> &mut [u8] {
        self.intake.spare()
    }

    /// Declares the first `len` bytes of [`spare_capacity`](Self::spare_capacity)
    /// written. Bytes that were declared but not written hold what was last
    /// written there, by whichever reader or writer of the pool.
    ///
    /// # Errors
    /// [`ReadOverrun`](FrameErrorKind::ReadOverrun), and the reader is poisoned,
    /// when there was no room for so many.
    #[inline]
    pub fn commit(&mut self, len: usize) -> Result<(), FrameError> {
        if let State::Poisoned(kind) = self.state {
            return Err(self.error(kind));
        }
        if self.intake.advance(len) {
            return Ok(());
        }
        Err(self.poison(FrameErrorKind::ReadOverrun))
    }

    /// The last error, if it is still unresolved.
    #[cold]
    pub(super) fn unresolved(&self) -> Result<(), FrameError> {
        match self.state {
            State::Open { .. } | State::Skipping { .. } => Ok(()),
            State::TooLong { len, .. } => {
                let max = self.intake.max_payload();
                Err(self.error(FrameErrorKind::PayloadTooLong { len, max }))
            }
            State::Poisoned(kind) => Err(self.error(kind)),
        }
    }

    /// Gives the chunk back while nothing arrives. A reader in the middle of a frame
    /// then holds what was received of it, in memory of exactly that size, and not the chunk in
    /// which it is. Does nothing while a frame may be there.
    ///
    /// [`next_frame`](Self::next_frame) does this when it returns `None`, and the calls that read
    /// do it where the stream has no bytes. It is for callers that requested
    /// [`spare_capacity`](Self::spare_capacity) and had nothing to write.
    ///
    /// ```
    /// # use codec_pool::{FrameReader, LengthHeader, Pool};
    /// let pool = Pool::default();
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(pool.clone());
    /// reader.feed(&[3, 7])?; // two bytes of a frame of four
    /// assert!(reader.next_frame()?.is_none());
    /// assert_eq!(reader.spare_capacity()?.is_empty(), false);
    /// assert_eq!(pool.stats().in_use, 1);
    /// reader.park();
    /// assert_eq!((pool.stats().in_use, pool.stats().partial), (0, 1));
    /// assert_eq!(reader.pending(), [3, 7]);
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    #[cold]
    pub fn park(&mut self) {
        let is_open = matches!(self.state, State::Open { .. });
        if self.intake.pending_len() == 0 {
            self.intake.release();
        } else if is_open
            && !self.intake.is_whole()
            && self.intake.pending().len() < self.intake.need
        {
            self.intake.park();
        }
    }

    /// After [`PayloadTooLong`](FrameErrorKind::PayloadTooLong): skips the frame, whose bytes are
    /// dropped as they arrive. Returns whether there was such a frame.
    ///
    /// ```
    /// # use codec_pool::{FrameReader, LengthHeader, Pool};
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default()).with_max_payload(2);
    /// reader.feed(&[3, 0, 0, 0, 1, 7])?;
    /// assert!(reader.next_frame().is_err());
    /// assert!(reader.skip_frame());
    /// assert_eq!(reader.next_frame()?.expect("the frame after it").payload(), [7]);
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    pub fn skip_frame(&mut self) -> bool {
        let State::TooLong { len, size } = self.state else { return false };
        let total = size.saturating_add(self.pass_payload(len));
        self.state = State::Skipping { left: total, total };
        self.go_on_skipping();
        true
    }

    /// Declares the end of the stream.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](FrameErrorKind::UnexpectedEnd) inside a frame, and the
    /// reader is poisoned. The last error again when it is still unresolved.
    pub fn end(&mut self) -> Result<(), FrameError> {
        self.unresolved()?;
        let pending = self.intake.pending_len();
        let (received, needed) = match self.state {
            State::Skipping { left, total } => (total - left, total),
            _ if pending == 0 => {
                self.park();
                return Ok(());
            }
            _ => (pending, self.intake.needed()),
        };
        Err(self.poison(FrameErrorKind::UnexpectedEnd { received, needed }))
    }

    #[inline]
    pub(super) fn go_on_skipping(&mut self) {
        if let State::Skipping { left, total } = self.state {
            self.skip(left, total);
        }
    }

    #[cold]
    fn skip(&mut self, left: usize, total: usize) {
        let there = left.min(self.intake.pending().len());
        self.discard(there);
        self.state = match left - there {
            0 => State::Open { brisk: false },
            left => State::Skipping { left, total },
        };
        if there == left {
            self.intake.need = Self::HEAD;
        }
    }

    /// Passes bytes of the frame that is skipped, which are not kept.
    pub(crate) fn pass(&mut self, len: usize) {
        let State::Skipping { left, total } = self.state else { return };
        self.consumed += len as u64;
        self.state = State::Skipping { left: left.saturating_sub(len), total };
        self.go_on_skipping();
    }

    pub(super) fn discard(&mut self, len: usize) {
        self.intake.discard(len);
        self.consumed += len as u64;
    }

    pub(super) const fn error(&self, kind: FrameErrorKind) -> FrameError {
        FrameError::new(kind, self.consumed)
    }

    #[cold]
    pub(crate) fn poison(&mut self, kind: FrameErrorKind) -> FrameError {
        self.state = State::Poisoned(kind);
        self.intake.need = NEVER;
        self.error(kind)
    }

    /// The error of bytes that are no header.
    #[cold]
    pub(super) fn wrong(&mut self, error: DecodeError) -> FrameError {
        let kind = self.foreign().unwrap_or(FrameErrorKind::Header(error));
        self.poison(kind)
    }

    /// The error of a stream that another protocol begins.
    fn foreign(&mut self) -> Option<FrameErrorKind> {
        let is_start = self.consumed == 0 && !L::IS_SEALED;
        let foreign = Foreign::of(self.intake.pending()).filter(|_| is_start);
        foreign.map(FrameErrorKind::Foreign)
    }

    #[cold]
    pub(super) fn refuse(&mut self, size: usize, len: usize) -> FrameError {
        if let Some(kind) = self.foreign() {
            return self.poison(kind);
        }
        self.state = State::TooLong { len, size };
        self.intake.need = NEVER;
        self.error(FrameErrorKind::PayloadTooLong { len, max: self.intake.max_payload() })
    }
}

/// The reader's position, not what it has read.
impl<P, L: ReadLayer> fmt::Debug for FrameReader<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameReader")
            .field("consumed", &self.consumed)
            .field("pending", &self.intake.pending_len())
            .field("max_payload", &self.intake.max_payload())
            .finish_non_exhaustive()
    }
}

/// The memory that a reader keeps of a frame that was received in part: that, itself, and what
/// the partial frame has besides its bytes, or a chunk of the frame's length.
const _: () = assert!(size_of::<FrameReader<()>>() + OVERHEAD <= 256);
const _: () = assert!(size_of::<FrameReader<()>>() + LAST + HEAD <= 256);
