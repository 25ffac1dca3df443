//! The configuration of a pool.
#![forbid(unsafe_code)]

use core::time::Duration;

use crate::memory::{Idle, Sampling};
use crate::pool::error::PoolError;
use crate::pool::handle::Pool;
use crate::pool::refusal::Refusal;

/// The behaviour of a pool when all of its chunks are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Policy {
    /// A chunk is allocated from the heap, counted as a fall-back, and freed afterwards.
    #[default]
    Heap,
    /// [`PoolError::Exhausted`]: for back-pressure.
    Fail,
    /// The caller waits until a chunk is returned, and is woken in the order of arrival. A request
    /// made at that moment may overtake it; then the woken caller keeps its place in the queue. The
    /// same holds for the memory of large frames.
    ///
    /// A thread blocks, and gets [`PoolError::TimedOut`] in the end. A
    /// task waits by the `async` calls ([`FrameReader::ready`](crate::FrameReader::ready)
    /// and those built on it): it does not block, any executor may run it, and
    /// its time-out is the executor's.
    Wait {
        /// The longest time that a thread waits; `Duration::MAX` means forever.
        timeout: Duration,
    },
}

/// The settings of a [`PoolBuilder`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Config {
    pub(crate) chunk_size: usize,
    pub(crate) max_chunks: usize,
    pub(crate) max_heap_bytes: usize,
    pub(crate) max_large_bytes: usize,
    pub(crate) keep_large_bytes: usize,
    pub(crate) policy: Policy,
    pub(crate) zero_on_return: bool,
    pub(crate) prefault: usize,
    pub(crate) note_one_in: u32,
    pub(crate) on_refusal: Option<fn(&Refusal)>,
}

/// In builds with debug assertions, returned chunks are filled with this byte.
const POISON: u8 = 0xdb;

impl Config {
    /// The byte that overwrites a chunk when it is returned, if any.
    pub(crate) const fn cleaning(&self) -> Option<u8> {
        if self.zero_on_return {
            Some(0)
        } else if cfg!(debug_assertions) {
            Some(POISON)
        } else {
            None
        }
    }

    /// Overwrites a chunk that was returned, if that is configured.
    pub(crate) fn clean(&self, idle: &mut Idle) {
        if let Some(byte) = self.cleaning() {
            idle.fill(byte);
        }
    }
}

/// Sets up a [`Pool`].
///
/// ```
/// use codec_pool::{Policy, Pool, PoolError};
/// let pool = Pool::builder().chunk_size(16 * 1024).max_chunks(64).policy(Policy::Fail).build()?;
/// assert_eq!((pool.chunk_size(), pool.stats().allocated), (16 * 1024, 0));
/// assert_eq!(Pool::builder().max_chunks(0).build().unwrap_err(), PoolError::NoChunks);
/// # Ok::<(), PoolError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use = "a builder does nothing until `build`"]
pub struct PoolBuilder {
    config: Config,
}

impl PoolBuilder {
    /// Chunk size unless set otherwise: 64 KiB.
    pub const DEFAULT_CHUNK_SIZE: usize = 64 * 1024;
    /// Number of chunks unless set otherwise: 1024, which makes 64 MiB.
    pub const DEFAULT_MAX_CHUNKS: usize = 1024;
    /// The smallest chunk size: 64 bytes.
    pub const MIN_CHUNK_SIZE: usize = 64;
    /// The largest chunk size: 1 GiB.
    pub const MAX_CHUNK_SIZE: usize = 1 << 30;
    /// Bytes of the heap in use at once for chunks unless set otherwise: 67,108,864 (64 MiB), as
    /// many as the pool's own chunks have.
    pub const DEFAULT_MAX_HEAP_BYTES: usize = 64 << 20;
    /// Bytes in use at once for frames that are larger than a chunk unless set otherwise:
    /// 134,217,728 (128 MiB). A frame of 32 MiB fits while it grows; so do 16 of those that
    /// [`ConnectionLimits::DEFAULT_MAX_PAYLOAD`](crate::ConnectionLimits::DEFAULT_MAX_PAYLOAD)
    /// allows, header included.
    pub const DEFAULT_MAX_LARGE_BYTES: usize = 128 << 20;
    /// Bytes of large chunks that are kept unless set otherwise: 4 MiB.
    pub const DEFAULT_KEEP_LARGE_BYTES: usize = 4 << 20;

    pub(crate) const fn new() -> Self {
        Self {
            config: Config {
                chunk_size: Self::DEFAULT_CHUNK_SIZE,
                max_chunks: Self::DEFAULT_MAX_CHUNKS,
                max_heap_bytes: Self::DEFAULT_MAX_HEAP_BYTES,
                max_large_bytes: Self::DEFAULT_MAX_LARGE_BYTES,
                keep_large_bytes: Self::DEFAULT_KEEP_LARGE_BYTES,
                policy: Policy::Heap,
                zero_on_return: false,
                prefault: 0,
                note_one_in: 0,
                on_refusal: None,
            },
        }
    }

    pub(crate) const fn config(self) -> Config {
        self.config
    }

    /// Lifts the limits on memory from the heap and on that of large frames.
    pub(crate) const fn unlimited(self) -> Self {
        self.max_heap_bytes(usize::MAX).max_large_bytes(usize::MAX)
    }

    /// Sets the size of a chunk in bytes. A read call requests at most this much, and a longer
    /// frame gets a separate allocation.
    pub const fn chunk_size(mut self, bytes: usize) -> Self {
        self.config.chunk_size = bytes;
        self
    }

    /// Sets how many chunks the pool may own. They are allocated when they are
    /// first needed, and kept.
    pub const fn max_chunks(mut self, chunks: usize) -> Self {
        self.config.max_chunks = chunks;
        self
    }

    /// Sets how many bytes of the heap may be in use at once under [`Policy::Heap`] for chunks that
    /// replace pooled ones: [`DEFAULT_MAX_HEAP_BYTES`](Self::DEFAULT_MAX_HEAP_BYTES) unless set,
    /// and without limit with `usize::MAX`. Beyond it, they are refused.
    pub const fn max_heap_bytes(mut self, bytes: usize) -> Self {
        self.config.max_heap_bytes = bytes;
        self
    }

    /// Sets how many bytes may be in use at once for frames that are larger than a chunk:
    /// [`DEFAULT_MAX_LARGE_BYTES`](Self::DEFAULT_MAX_LARGE_BYTES) unless set, and without limit
    /// with `usize::MAX`. Beyond it, requests wait under [`Policy::Wait`], unless one alone exceeds
    /// the limit, and are refused under the others. Such a frame takes the chunk size times a power of
    /// two. While it arrives, its memory is reallocated as it grows, and old and new are briefly in
    /// use together. No frame is larger than 4 GiB.
    pub const fn max_large_bytes(mut self, bytes: usize) -> Self {
        self.config.max_large_bytes = bytes;
        self
    }

    /// Sets how many bytes of large frames' memory are kept for reuse:
    /// [`DEFAULT_KEEP_LARGE_BYTES`](Self::DEFAULT_KEEP_LARGE_BYTES) unless set. It does not count
    /// as in use, and is freed before a frame is refused for lack of memory.
    pub const fn keep_large_bytes(mut self, bytes: usize) -> Self {
        self.config.keep_large_bytes = bytes;
        self
    }

    /// Overwrites chunks with zeros when they are returned, on the thread
    /// that drops the last frame. That is all of a chunk each time, 64 KiB
    /// unless set otherwise. What a reader or writer leaves in a chunk
    /// that it still holds stays there until then.
    ///
    /// Without it, a build with debug assertions fills them with `0xdb`, and
    /// others leave them as they are. Readers give out nothing but bytes that
    /// were written, in either case.
    pub const fn zero_on_return(mut self, zero: bool) -> Self {
        self.config.zero_on_return = zero;
        self
    }

    /// Sets how many chunks are allocated by [`build`](Self::build), and each of
    /// their pages touched, so that no message has to wait for that.
    pub const fn prefault(mut self, chunks: usize) -> Self {
        self.config.prefault = chunks;
        self
    }

    /// Makes [`Pool::holders`] record who holds frames: one in `one_in` of those that are detached,
    /// encoded or shared, and the clones of those. With 1, all; with 0, the default, none, at the
    /// cost of one comparison.
    pub const fn note_holders(mut self, one_in: u32) -> Self {
        // Capped: the top bit is a flag.
        self.config.note_one_in = if one_in > Sampling::MOST { Sampling::MOST } else { one_in };
        self
    }

    /// Sets a callback for refusals, with a table of holders: called once a second at most, on the
    /// thread that was refused, before its call returns, and without any lock held. A request is
    /// refused under a policy other than [`Policy::Heap`], when it exceeds a limit, or when the
    /// pool is closed.
    ///
    /// ```
    /// use codec_pool::{FrameReader, LengthHeader, Policy, Pool};
    /// let builder = Pool::builder().chunk_size(64).max_chunks(1).policy(Policy::Fail);
    /// let builder = builder.note_holders(1).on_refusal(|refusal| eprintln!("{refusal}"));
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(builder.build()?);
    /// reader.feed(&[&[63][..], &[7; 63]].concat())?;
    /// let kept = reader.next_frame()?.map(|frame| frame.detach());
    /// assert!(reader.feed(&[1]).is_err()); // prints who keeps the frame
    /// # drop(kept);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn on_refusal(mut self, tell: fn(&Refusal)) -> Self {
        self.config.on_refusal = Some(tell);
        self
    }

    /// Sets what happens when all chunks are in use.
    pub const fn policy(mut self, policy: Policy) -> Self {
        self.config.policy = policy;
        self
    }

    /// Makes the pool. Allocates no chunk yet, except for those of
    /// [`prefault`](Self::prefault).
    ///
    /// # Errors
    /// [`PoolError::ChunkSize`] when the chunk size is not from
    /// [`MIN_CHUNK_SIZE`](Self::MIN_CHUNK_SIZE) to
    /// [`MAX_CHUNK_SIZE`](Self::MAX_CHUNK_SIZE), [`PoolError::NoChunks`] when
    /// the pool may own none, [`PoolError::Prefault`] when more are to be
    /// allocated than it may own, [`PoolError::OutOfMemory`] when they can't be.
    pub fn build(self) -> Result<Pool, PoolError> {
        if !(Self::MIN_CHUNK_SIZE..=Self::MAX_CHUNK_SIZE).contains(&self.config.chunk_size) {
            return Err(PoolError::ChunkSize);
        }
        if self.config.max_chunks == 0 {
            return Err(PoolError::NoChunks);
        }
        if self.config.prefault > self.config.max_chunks {
            return Err(PoolError::Prefault);
        }
        let pool = Pool::with_config(self.config);
        pool.prefault(self.config.prefault)?;
        Ok(pool)
    }
}
