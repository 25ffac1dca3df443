//! The pool: a handle on chunks that all connections share.
#![forbid(unsafe_code)]

use core::fmt;
use std::sync::Arc;

use crate::builder::{Config, PoolBuilder};
use crate::chunk::Chunk;
use crate::depot::Depot;
use crate::error::PoolError;
use crate::stats::PoolStats;

/// Memory for frames, in chunks of equal size. Cheap to clone; all clones are
/// the same pool.
///
/// Dropping it while frames are alive is safe and never blocks: free chunks go
/// at once, and each of the others with its last frame.
///
/// ```
/// use codec_pool::{FrameReader, LengthPrefix, Pool};
/// let pool = Pool::builder().chunk_size(4096).max_chunks(2).build()?;
/// let mut reader = FrameReader::<LengthPrefix<1>>::new(pool.clone());
/// reader.feed(&[2, 10, 20])?;
/// assert_eq!(pool.stats().in_use, 1);
/// assert_eq!(reader.next_frame()?.expect("all of it is there").payload(), [10, 20]);
/// assert!(reader.next_frame()?.is_none());
/// assert_eq!(pool.stats().in_use, 0); // nothing is left to read: the chunk went back
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Pool {
    depot: Arc<Depot>,
}

impl Pool {
    /// Starts to set up a pool.
    pub const fn builder() -> PoolBuilder {
        PoolBuilder::new()
    }

    pub(crate) fn with_config(config: Config) -> Self {
        Self { depot: Depot::new(config) }
    }

    /// Size of a chunk in bytes.
    pub fn chunk_size(&self) -> usize {
        self.depot.config().chunk_size
    }

    /// What the pool's memory is used for at this moment. The counts are those
    /// of one instant: they always [reconcile](PoolStats::reconciles).
    pub fn stats(&self) -> PoolStats {
        self.depot.stats()
    }

    pub(crate) fn take(&self, room: usize) -> Result<Chunk, PoolError> {
        self.depot.take(room)
    }

    pub(crate) fn take_large(&self, capacity: usize) -> Result<Chunk, PoolError> {
        self.depot.take_large(capacity)
    }

    pub(crate) fn put(&self, chunk: Chunk) {
        self.depot.put(chunk);
    }
}

impl Default for Pool {
    /// A pool of up to 1024 chunks of 64 KiB that falls back to the heap.
    fn default() -> Self {
        Self::with_config(PoolBuilder::new().config())
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("config", self.depot.config())
            .field("stats", &self.stats())
            .finish()
    }
}
