//! Frames out of bytes, wherever the bytes come from.
#![forbid(unsafe_code)]

use core::fmt;
use core::future::poll_fn;
use core::marker::PhantomData;
use core::task::Poll;

use codec_core::Header;

use crate::builder::PoolBuilder;
use crate::frame_error::{FrameError, FrameErrorKind};
use crate::frame_ref::FrameRef;
use crate::intake::Intake;
use crate::pool::Pool;
use crate::waiting::Patience;

/// Splits a stream into frames. It does no input or output of its own: it is
/// [fed](Self::feed), or [lends room](Self::spare_capacity) to be written to;
/// [`read_frame`](Self::read_frame) does that with a `std::io::Read`.
///
/// It holds a chunk of its pool only while there are bytes in it to give out.
///
/// ```
/// use codec_pool::{FrameReader, LengthPrefix, Pool};
/// let mut reader = FrameReader::<LengthPrefix<1>>::new(Pool::default());
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
pub struct FrameReader<H> {
    intake: Intake,
    /// How many bytes there must be before it makes sense to look again; more
    /// than there can be when the state is not `Open`.
    need: usize,
    state: State,
    max_payload: usize,
    consumed: u64,
    header: PhantomData<fn() -> H>,
}

#[derive(Clone, Copy)]
enum State {
    Open,
    /// The next frame is over the limit; `skip_frame` would pass it.
    TooLong {
        error: FrameError,
        total: usize,
    },
    /// Bytes of the frame being skipped are still to come.
    Skipping {
        left: usize,
        total: usize,
    },
    Poisoned(FrameError),
}

/// For `need`: no number of bytes is enough.
const NEVER: usize = usize::MAX;

impl<H: Header> FrameReader<H> {
    /// A reader at the start of a stream.
    pub fn new(pool: Pool) -> Self {
        const {
            assert!(H::SIZE > 0, "a header of no bytes finds frames without end");
            assert!(H::SIZE <= H::MAX_SIZE, "the shortest header is no longer than the longest");
            assert!(H::MAX_SIZE <= PoolBuilder::MIN_CHUNK_SIZE, "a header fits into any chunk");
        }
        Self {
            intake: Intake::new(pool),
            need: H::SIZE,
            state: State::Open,
            max_payload: H::MAX_PAYLOAD,
            consumed: 0,
            header: PhantomData,
        }
    }

    /// Sets the longest payload that the reader accepts, in bytes; without it,
    /// and at most, what the header can describe.
    #[must_use]
    pub fn with_max_payload(mut self, bytes: usize) -> Self {
        self.max_payload = bytes.min(H::MAX_PAYLOAD);
        self
    }

    /// How many bytes of the stream have been given out as frames, skipped, or
    /// dropped with a frame that was refused: the offset of the next frame.
    pub const fn consumed(&self) -> u64 {
        self.consumed
    }

    /// The bytes that have come and not been given out.
    pub fn pending(&self) -> &[u8] {
        self.intake.pending()
    }

    /// Whether the reader can't go on; every call then fails with the error
    /// that was the cause.
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
        if bytes.is_empty() {
            return Ok(0);
        }
        let spare = self.spare_capacity()?;
        let len = spare.len().min(bytes.len());
        spare[..len].copy_from_slice(&bytes[..len]);
        self.commit(len)?;
        Ok(len)
    }

    /// Room to read into, followed by [`commit`](Self::commit). What is in it
    /// has no meaning. It is never empty after [`next_frame`](Self::next_frame)
    /// has returned `None`.
    ///
    /// ```
    /// # use codec_pool::{FrameReader, LengthPrefix, Pool};
    /// let mut reader = FrameReader::<LengthPrefix<1>>::new(Pool::default());
    /// reader.spare_capacity()?[..3].copy_from_slice(&[2, 7, 8]);
    /// reader.commit(3)?;
    /// assert_eq!(reader.next_frame()?.expect("all of it is there").payload(), [7, 8]);
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`feed`](Self::feed).
    #[inline]
    pub fn spare_capacity(&mut self) -> Result<&mut [u8], FrameError> {
        match self.poll_room(&mut Patience::Thread) {
            Poll::Ready(Ok(())) => Ok(self.intake.spare()),
            Poll::Ready(Err(error)) => Err(error),
            Poll::Pending => unreachable!("a thread waits in place"),
        }
    }

    /// Waits until there is room to read into; then
    /// [`spare_capacity`](Self::spare_capacity) has it without waiting.
    ///
    /// Where the pool's policy is [`Policy::Wait`](crate::Policy::Wait), this
    /// is how a task waits for memory: it blocks no thread, and any executor
    /// may run it. Dropping the future loses nothing. Under other policies it
    /// is ready at once.
    ///
    /// # Errors
    /// Those of [`feed`](Self::feed), but no time-out.
    pub async fn ready(&mut self) -> Result<(), FrameError> {
        let mut turn = None;
        poll_fn(|cx| self.poll_room(&mut Patience::Task(&mut turn, cx))).await
    }

    #[inline]
    pub(crate) fn poll_room(
        &mut self,
        patience: &mut Patience<'_, '_>,
    ) -> Poll<Result<(), FrameError>> {
        self.go_on_skipping();
        let need = match self.state {
            State::Open => self.need,
            // Nothing is pending then, and any byte is of use.
            State::Skipping { .. } => 1,
            State::TooLong { error, .. } | State::Poisoned(error) => {
                return Poll::Ready(Err(error));
            }
        };
        let room = self.intake.make_room(need, patience);
        room.map_err(|error| self.error(FrameErrorKind::Pool(error)))
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
        if let State::Poisoned(error) = self.state {
            return Err(error);
        }
        if self.intake.advance(len) {
            return Ok(());
        }
        Err(self.poison(FrameErrorKind::ReadOverrun))
    }

    /// Lends the next frame; `None` when it is not complete.
    ///
    /// # Errors
    /// [`Header`](FrameErrorKind::Header),
    /// [`PayloadTooLong`](FrameErrorKind::PayloadTooLong) as soon as the header
    /// is there, and [`Payload`](FrameErrorKind::Payload).
    #[inline(always)]
    pub fn next_frame(&mut self) -> Result<Option<FrameRef<'_, H>>, FrameError> {
        if let Some((header, total)) = self.find()? {
            return Ok(Some(self.lend(header, total)));
        }
        self.settle();
        Ok(None)
    }

    /// Whether a frame is there: its header and its length with the header. The
    /// chunk stays, if there is one.
    #[inline(always)]
    pub(crate) fn find(&mut self) -> Result<Option<(H, usize)>, FrameError> {
        let pending = self.intake.pending();
        if pending.len() < self.need {
            return self.starved();
        }
        let size = if H::SIZE == H::MAX_SIZE {
            H::SIZE
        } else {
            // At least one more, when it takes more to tell.
            let size = H::extent(pending).unwrap_or(pending.len() + 1);
            if pending.len() < size {
                self.need = size;
                return Ok(None);
            }
            size
        };
        let (head, rest) = pending.split_at(size);
        let header = match H::parse(head) {
            Ok(header) => header,
            Err(error) => return Err(self.poison(FrameErrorKind::Header(error))),
        };
        let len = header.payload_len();
        if len > self.max_payload {
            return Err(self.refuse(size, len));
        }
        let total = size + len;
        let Some(payload) = rest.get(..len) else {
            self.need = total;
            return Ok(None);
        };
        if let Err(error) = header.verify(payload) {
            let error = self.error(FrameErrorKind::Payload(error));
            self.discard(total);
            self.need = H::SIZE;
            return Err(error);
        }
        Ok(Some((header, total)))
    }

    /// Lends the frame that [`find`](Self::find) has found.
    #[inline(always)]
    pub(crate) fn lend(&mut self, header: H, total: usize) -> FrameRef<'_, H> {
        let offset = self.consumed;
        self.consumed += total as u64;
        self.need = H::SIZE;
        let (start, lent, batch) = self.intake.lend(total);
        FrameRef::new(header, offset, start, lent, batch)
    }

    /// There are too few bytes, or the state is not `Open`.
    #[cold]
    fn starved(&mut self) -> Result<Option<(H, usize)>, FrameError> {
        match self.state {
            State::TooLong { error, .. } | State::Poisoned(error) => return Err(error),
            State::Skipping { .. } => {
                self.go_on_skipping();
                if matches!(self.state, State::Open) && self.need <= self.intake.pending().len() {
                    return self.find();
                }
            }
            State::Open => {}
        }
        Ok(None)
    }

    /// Gives the chunk back when there is nothing in it. Those who are about to
    /// read don't, because they would take one again.
    #[cold]
    pub(crate) fn settle(&mut self) {
        if self.intake.pending().is_empty() {
            self.intake.release();
        }
    }

    /// Gives the chunk back until more comes, for those who call
    /// [`feed`](Self::feed) themselves; the calls that read do it where the
    /// stream has no bytes. A reader that waits in the middle of a frame then
    /// holds the start of it, and not the chunk in which it lies, unless that is
    /// more than 1 KiB. Does nothing while a frame may be there.
    ///
    /// ```
    /// # use codec_pool::{FrameReader, LengthPrefix, Pool};
    /// let pool = Pool::default();
    /// let mut readers = [(); 1000].map(|()| FrameReader::<LengthPrefix<1>>::new(pool.clone()));
    /// for reader in &mut readers {
    ///     reader.feed(&[3, 7])?; // two bytes of a frame of four
    ///     assert!(reader.next_frame()?.is_none());
    ///     reader.rest();
    /// }
    /// assert_eq!(pool.stats().high_water, pool.chunk_size());
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    pub fn rest(&mut self) {
        let pending = self.intake.pending().len();
        // What may hold a frame stays where frames are lent from.
        if pending == 0 || matches!(self.state, State::Open) && pending < self.need {
            self.intake.rest();
        }
    }

    /// After [`PayloadTooLong`](FrameErrorKind::PayloadTooLong): passes the
    /// frame, whose bytes are dropped as they come. Returns whether there was
    /// such a frame.
    ///
    /// ```
    /// # use codec_pool::{FrameReader, LengthPrefix, Pool};
    /// let mut reader = FrameReader::<LengthPrefix<1>>::new(Pool::default()).with_max_payload(2);
    /// reader.feed(&[3, 0, 0, 0, 1, 7])?;
    /// assert!(reader.next_frame().is_err());
    /// assert!(reader.skip_frame());
    /// assert_eq!(reader.next_frame()?.expect("the frame behind it").payload(), [7]);
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    pub fn skip_frame(&mut self) -> bool {
        let State::TooLong { total, .. } = self.state else { return false };
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
        let pending = self.intake.pending().len();
        let (received, needed) = match self.state {
            State::TooLong { error, .. } | State::Poisoned(error) => return Err(error),
            State::Open if pending == 0 => {
                self.settle();
                return Ok(());
            }
            State::Open => (pending, self.need),
            State::Skipping { left, total } => (total - left, total),
        };
        Err(self.poison(FrameErrorKind::UnexpectedEnd { received, needed }))
    }

    fn go_on_skipping(&mut self) {
        if let State::Skipping { left, total } = self.state {
            let there = left.min(self.intake.pending().len());
            self.discard(there);
            self.state = match left - there {
                0 => State::Open,
                left => State::Skipping { left, total },
            };
            if there == left {
                self.need = H::SIZE;
            }
        }
    }

    fn discard(&mut self, len: usize) {
        self.intake.discard(len);
        self.consumed += len as u64;
    }

    const fn error(&self, kind: FrameErrorKind) -> FrameError {
        FrameError::new(kind, self.consumed)
    }

    #[cold]
    fn poison(&mut self, kind: FrameErrorKind) -> FrameError {
        let error = self.error(kind);
        self.state = State::Poisoned(error);
        self.need = NEVER;
        error
    }

    #[cold]
    fn refuse(&mut self, size: usize, len: usize) -> FrameError {
        let error = self.error(FrameErrorKind::PayloadTooLong { len, max: self.max_payload });
        self.state = State::TooLong { error, total: len.saturating_add(size) };
        self.need = NEVER;
        error
    }
}

/// Where the reader stands, not what it has read.
impl<H> fmt::Debug for FrameReader<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameReader")
            .field("consumed", &self.consumed)
            .field("pending", &self.intake.pending().len())
            .field("max_payload", &self.max_payload)
            .finish_non_exhaustive()
    }
}
