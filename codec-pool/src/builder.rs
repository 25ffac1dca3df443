//! How a pool is set up.
#![forbid(unsafe_code)]

use crate::error::PoolError;
use crate::pool::Pool;

/// What happens when all of a pool's chunks are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Policy {
    /// A chunk comes from the heap, is counted as a fall-back, and goes back
    /// to the heap afterwards.
    #[default]
    Heap,
    /// [`PoolError::Exhausted`]: for back-pressure.
    Fail,
}

/// What a [`PoolBuilder`] has checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Config {
    pub(crate) chunk_size: usize,
    pub(crate) max_chunks: usize,
    pub(crate) max_large_bytes: usize,
    pub(crate) policy: Policy,
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

    pub(crate) const fn new() -> Self {
        Self {
            config: Config {
                chunk_size: Self::DEFAULT_CHUNK_SIZE,
                max_chunks: Self::DEFAULT_MAX_CHUNKS,
                max_large_bytes: usize::MAX,
                policy: Policy::Heap,
            },
        }
    }

    pub(crate) const fn config(self) -> Config {
        self.config
    }

    /// Sets the size of a chunk in bytes. A read call asks for this much at
    /// most, and a frame that is longer gets memory of its own.
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

    /// Sets how many bytes may be in use at once for frames that are larger
    /// than a chunk; no limit unless set. Beyond it they are refused, under
    /// every policy. While such a frame arrives, its memory grows by doubling,
    /// and old and new are in use for a moment.
    pub const fn max_large_bytes(mut self, bytes: usize) -> Self {
        self.config.max_large_bytes = bytes;
        self
    }

    /// Sets what happens when all chunks are in use.
    pub const fn policy(mut self, policy: Policy) -> Self {
        self.config.policy = policy;
        self
    }

    /// Makes the pool. Allocates no chunk yet.
    ///
    /// # Errors
    /// [`PoolError::ChunkSize`] when the chunk size is not from
    /// [`MIN_CHUNK_SIZE`](Self::MIN_CHUNK_SIZE) to
    /// [`MAX_CHUNK_SIZE`](Self::MAX_CHUNK_SIZE), [`PoolError::NoChunks`] when
    /// the pool may own none.
    pub fn build(self) -> Result<Pool, PoolError> {
        if !(Self::MIN_CHUNK_SIZE..=Self::MAX_CHUNK_SIZE).contains(&self.config.chunk_size) {
            return Err(PoolError::ChunkSize);
        }
        if self.config.max_chunks == 0 {
            return Err(PoolError::NoChunks);
        }
        Ok(Pool::with_config(self.config))
    }
}
