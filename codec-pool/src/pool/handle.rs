//! The pool: a handle on chunks that all connections share.
#![forbid(unsafe_code)]

use core::fmt;
use core::task::Poll;
use std::sync::Arc;

use crate::memory::{Chunk, Idle};
use crate::pool::builder::{Config, PoolBuilder};
use crate::pool::error::PoolError;
use crate::pool::holders::Holders;
use crate::pool::payer::Payer;
use crate::pool::shared::Shared;
use crate::pool::stats::PoolStats;
use crate::pool::waiting::{Request, WaitMode};

/// Memory for frames, in chunks of equal size. Cheap to clone; all clones are
/// the same pool.
///
/// Dropping it while frames are alive is safe and never blocks: free chunks are freed at once, and
/// each of the others with its last frame.
///
/// ```
/// use codec_pool::{FrameReader, LengthHeader, Pool};
/// let pool = Pool::builder().chunk_size(4096).max_chunks(2).build()?;
/// let mut reader = FrameReader::<LengthHeader<1>>::new(pool.clone());
/// reader.feed(&[2, 10, 20])?;
/// assert_eq!(pool.stats().in_use, 1);
/// assert_eq!(reader.next_frame()?.expect("all of it is there").payload(), [10, 20]);
/// assert!(reader.next_frame()?.is_none());
/// assert_eq!(pool.stats().in_use, 0); // nothing is left to read: the chunk went back
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
}

impl Pool {
    /// Starts to configure a pool.
    pub const fn builder() -> PoolBuilder {
        PoolBuilder::new()
    }

    /// A pool whose memory has no limit: 1,024 chunks of 64 KiB that are reused, and what more is
    /// needed from the heap. For peers that are trusted, and where other limits hold: a peer may
    /// make it take all memory that there is.
    ///
    /// ```
    /// let pool = codec_pool::Pool::unlimited();
    /// assert_eq!(pool.chunk_size(), 65_536);
    /// ```
    #[must_use]
    pub fn unlimited() -> Self {
        Self::with_config(PoolBuilder::new().unlimited().config())
    }

    pub(crate) fn with_config(config: Config) -> Self {
        Self { shared: Shared::new(config) }
    }

    /// Size of a chunk in bytes.
    pub fn chunk_size(&self) -> usize {
        self.shared.config().chunk_size
    }

    /// The use of the pool's memory at this moment. The counts are those of one instant: they
    /// always [reconcile](PoolStats::reconciles).
    pub fn stats(&self) -> PoolStats {
        self.shared.stats()
    }

    /// Who holds frames at this moment, by call site; `None` unless
    /// [`PoolBuilder::note_holders`] asked for it.
    ///
    /// [`PoolBuilder::on_refusal`] gets this table and the counts with a refusal,
    /// as does, with the feature `tracing`, an event; once a second at most.
    pub fn holders(&self) -> Option<Holders> {
        self.shared.holders()
    }

    /// Frees the memory that is not in use, and returns how many bytes that was.
    ///
    /// ```
    /// # use codec_pool::{FrameReader, LengthHeader, Pool};
    /// let pool = Pool::builder().chunk_size(4096).prefault(3).build()?;
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(pool.clone());
    /// reader.feed(&[2, 10, 20])?;
    /// assert_eq!(pool.trim(), 2 * 4096); // the reader holds the third
    /// assert_eq!(pool.stats().allocated, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trim(&self) -> usize {
        self.shared.trim()
    }

    /// Refuses all requests from now on with [`PoolError::Closed`], including those that wait, and
    /// frees the memory that is not in use. Frames stay alive, and readers and writers keep what
    /// they hold; a chunk is freed when it is no longer in use. Never blocks.
    ///
    /// ```
    /// # use codec_pool::{FrameErrorKind, FrameReader, LengthHeader, Pool, PoolError};
    /// let pool = Pool::default();
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(pool.clone());
    /// reader.feed(&[2, 10, 20])?;
    /// pool.close();
    /// let kept = reader.next_frame()?.expect("all of it is there").detach();
    /// assert!(reader.next_frame()?.is_none());
    /// let error = reader.feed(&[1]).unwrap_err();
    /// assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::Closed));
    /// assert_eq!(kept.payload(), [10, 20]);
    /// drop(kept);
    /// assert_eq!(pool.stats().allocated, 0);
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    pub fn close(&self) {
        self.shared.close();
    }

    /// Returns whether the pool was [closed](Self::close).
    pub fn is_closed(&self) -> bool {
        self.shared.is_closed()
    }

    pub(crate) fn prefault(&self, chunks: usize) -> Result<(), PoolError> {
        if chunks == 0 { Ok(()) } else { self.shared.stock(chunks) }
    }

    /// Never pending for a thread.
    #[inline]
    pub(crate) fn poll_take(
        &self,
        request: Request,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<Chunk, PoolError>> {
        self.shared.take(request, mode)
    }

    /// A chunk with room for that many bytes, which this thread has returned before.
    #[inline(always)]
    pub(crate) fn take_at_hand(&self, room: usize) -> Option<Chunk> {
        self.shared.take_at_hand(room)
    }

    /// Waits on this thread where the policy is to wait.
    pub(crate) fn take(&self, request: Request) -> Result<Chunk, PoolError> {
        match self.shared.take(request, &mut WaitMode::Thread) {
            Poll::Ready(result) => result,
            Poll::Pending => unreachable!("a thread waits in place"),
        }
    }

    /// Counts memory for partial frames; the one in question then has `len` bytes. Returns false,
    /// and does nothing, when a limit would be exceeded.
    pub(crate) fn reserve_partial(&self, frames: usize, bytes: usize, len: usize) -> bool {
        self.shared.reserve_partial(frames, bytes, len)
    }

    /// Like [`reserve_partial`](Self::reserve_partial), whatever the limits are.
    pub(crate) fn add_to_partial(&self, frames: usize, bytes: usize) {
        self.shared.add_to_partial(frames, bytes);
    }

    /// Takes memory of partial frames out of the counts.
    pub(crate) fn release_partial(&self, frames: usize, bytes: usize) {
        self.shared.release_partial(frames, bytes);
    }

    /// Takes the right to keep a chunk while waiting in a call of `read`. One reader of a pool has
    /// it at a time. A [`Lease`] gives it up.
    #[inline]
    pub(crate) fn lease(&self) -> bool {
        self.shared.lease()
    }

    /// Gives a payer a seat.
    pub(crate) fn seat(&self, payer: Arc<dyn Payer>) -> u32 {
        self.shared.register().seat(payer)
    }

    /// The payer with this seat.
    pub(crate) fn payer(&self, seat: u32) -> Option<Arc<dyn Payer>> {
        self.shared.register().payer(seat)
    }

    /// Vacates a seat.
    pub(crate) fn unseat(&self, seat: u32) {
        self.shared.register().unseat(seat);
    }

    /// Like [`give_back`](Self::give_back), for a chunk that nobody shares.
    #[inline(always)]
    pub(crate) fn put_closed(&self, idle: Idle) {
        self.shared.put_closed(idle);
    }

    pub(crate) fn give_back(&self, chunk: Chunk) {
        self.shared.give_back(chunk);
    }
}

/// The right to keep a chunk while waiting, given up when it is dropped.
pub(crate) struct Lease<'p> {
    shared: &'p Shared,
}

impl<'p> Lease<'p> {
    /// The right that [`Pool::lease`] has taken.
    #[inline]
    pub(crate) fn of(pool: &'p Pool) -> Self {
        Self { shared: &pool.shared }
    }
}

impl Drop for Lease<'_> {
    #[inline]
    fn drop(&mut self) {
        self.shared.unlease();
    }
}

impl Default for Pool {
    /// A pool of up to 1,024 chunks of 65,536 bytes that falls back to the heap, within limits:
    /// 67,108,864 bytes (64 MiB) of chunks that are reused, as many from the heap, and 134,217,728
    /// (128 MiB) for frames that are larger than a chunk. These are 268,435,456 bytes (256 MiB) of
    /// frames; those that are partly received have up to 128 MiB of their own. Beyond that, calls
    /// fail with [`PoolError::Exhausted`] or [`PoolError::LargeExhausted`] until frames are dropped.
    /// [`unlimited`](Self::unlimited) has no limit, and [`builder`](Self::builder) sets others.
    fn default() -> Self {
        Self::with_config(PoolBuilder::new().config())
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("config", self.shared.config())
            .field("stats", &self.stats())
            .finish()
    }
}
