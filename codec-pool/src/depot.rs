//! Where chunks wait, and the books that are kept on them.
//!
//! A chunk is taken and brought back once for the hundreds of frames in it, so
//! one short lock is enough. It also makes every look at the counts a
//! consistent one: they reconcile at any moment, not just when all is quiet.
#![forbid(unsafe_code)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::builder::{Config, Policy};
use crate::chunk::{Chunk, Home, Idle, Kind};
use crate::error::PoolError;
use crate::stats::PoolStats;

/// The chunks of a pool that nobody is filling.
pub(crate) struct Depot {
    config: Config,
    this: Weak<Depot>,
    shelves: Mutex<Shelves>,
}

struct Shelves {
    /// Nobody uses these. Room for all of them is reserved when a chunk is
    /// allocated, so that bringing one back never allocates.
    free: Vec<Idle>,
    /// Frames are alive in these, and there is room for more.
    open: Vec<Chunk>,
    counts: PoolStats,
}

/// Room below which a chunk is not worth filling any further.
pub(crate) const fn worthwhile(capacity: usize) -> usize {
    capacity / 8
}

impl Depot {
    pub(crate) fn new(config: Config) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            config,
            this: this.clone(),
            shelves: Mutex::new(Shelves {
                free: Vec::new(),
                open: Vec::new(),
                counts: PoolStats::new(config.chunk_size, config.max_chunks),
            }),
        })
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    fn lock(&self) -> MutexGuard<'_, Shelves> {
        // Nothing under this lock panics half-way, so what a poisoned one
        // guards is whole.
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn home(&self) -> Weak<dyn Home> {
        self.this.clone()
    }

    /// A chunk with room for at least `room` bytes, which is no more than the
    /// chunk size. It may hold bytes already, that others look at.
    pub(crate) fn take(&self, room: usize) -> Result<Chunk, PoolError> {
        debug_assert!(room <= self.config.chunk_size, "larger frames have their own chunks");
        let mut shelves = self.lock();
        if let Some(chunk) = shelves.take_open(room) {
            return Ok(chunk);
        }
        if let Some(idle) = shelves.free.pop() {
            shelves.counts.free -= 1;
            shelves.counts.acquire(Kind::Pooled, idle.capacity());
            return Ok(idle.open());
        }
        let kind = if shelves.counts.allocated < self.config.max_chunks {
            Kind::Pooled
        } else if self.config.policy == Policy::Heap {
            Kind::Heap
        } else {
            shelves.counts.refusals += 1;
            return Err(PoolError::Exhausted);
        };
        shelves.counts.acquire(kind, self.config.chunk_size);
        if kind == Kind::Pooled {
            shelves.counts.allocated += 1;
            shelves.make_room();
        }
        drop(shelves);
        self.allocate(self.config.chunk_size, kind)
    }

    /// A chunk of its own for a frame that is larger than the chunk size.
    pub(crate) fn take_large(&self, capacity: usize) -> Result<Chunk, PoolError> {
        let mut shelves = self.lock();
        let counts = &mut shelves.counts;
        if capacity > self.config.max_large_bytes.saturating_sub(counts.large_bytes) {
            counts.refusals += 1;
            return Err(PoolError::LargeExhausted);
        }
        counts.acquire(Kind::Large, capacity);
        drop(shelves);
        self.allocate(capacity, Kind::Large)
    }

    /// Allocates a chunk that is in the books already, outside the lock.
    fn allocate(&self, capacity: usize, kind: Kind) -> Result<Chunk, PoolError> {
        if let Some(idle) = Idle::new(capacity, kind, self.home()) {
            return Ok(idle.open());
        }
        let mut shelves = self.lock();
        shelves.counts.bring_back(kind, capacity);
        shelves.counts.refusals += 1;
        if kind == Kind::Pooled {
            shelves.counts.allocated -= 1;
            shelves.counts.free -= 1;
        }
        Err(PoolError::OutOfMemory)
    }

    /// Brings a chunk back that its owner is done with. As long as frames are
    /// alive in it and there is room for more, the next who takes a chunk
    /// fills it further: else each idle connection would pin a chunk of its
    /// own for the one frame that someone keeps.
    pub(crate) fn put(&self, chunk: Chunk) {
        let worthwhile = chunk.spare_len() >= worthwhile(chunk.capacity());
        if chunk.kind() == Kind::Pooled && worthwhile && !chunk.is_sole() {
            let mut shelves = self.lock();
            shelves.counts.park();
            shelves.open.push(chunk);
        }
        // Else the chunk is dropped here: its last reference brings it home.
    }

    /// The counts of this moment.
    pub(crate) fn stats(&self) -> PoolStats {
        let mut shelves = self.lock();
        shelves.sweep();
        shelves.counts
    }
}

impl Shelves {
    /// Room on both shelves for every chunk that exists.
    fn make_room(&mut self) {
        let allocated = self.counts.allocated;
        self.free.reserve(allocated - self.free.len());
        self.open.reserve(allocated - self.open.len());
    }

    /// The open chunk that was put down last and has room enough.
    fn take_open(&mut self, room: usize) -> Option<Chunk> {
        let fits = |chunk: &Chunk| chunk.spare_len() >= room || chunk.is_sole();
        let index = self.open.iter().rposition(fits)?;
        let mut chunk = self.open.swap_remove(index);
        // A chunk whose frames are gone meanwhile is as good as a free one.
        let _empty = chunk.rewind(chunk.filled().len());
        self.counts.unpark();
        Some(chunk)
    }

    /// Open chunks whose frames are gone meanwhile are free ones.
    fn sweep(&mut self) {
        for index in (0..self.open.len()).rev() {
            if self.open[index].is_sole()
                && let Ok(idle) = self.open.swap_remove(index).close()
            {
                self.counts.clear(idle.capacity());
                self.free.push(idle);
            }
        }
    }
}

impl Home for Depot {
    fn give_back(&self, chunk: Idle) {
        let mut shelves = self.lock();
        shelves.counts.bring_back(chunk.kind(), chunk.capacity());
        if chunk.kind() == Kind::Pooled {
            shelves.free.push(chunk);
        }
    }
}
