//! The chunks of a pool that are not being filled, and which request gets which.
#![forbid(unsafe_code)]

#[cfg(all(test, not(loom)))]
mod tests;

use crate::memory::{Chunk, ChunkKind, Idle, Sampling};
use crate::pool::builder::{Config, Policy};
use crate::pool::error::PoolError;
use crate::pool::large::Large;
use crate::pool::stats::PoolStats;
use crate::pool::waiting::{Queue, Request};

pub(crate) struct FreeLists {
    config: Config,
    /// Chunks that are not in use. Room for all of them is reserved when a chunk is
    /// allocated, so that returning one never allocates.
    free: Vec<Idle>,
    /// Frames are alive in these, and there is room for more.
    open: Vec<Chunk>,
    large: Large,
    pub(crate) counts: PoolStats,
    pub(crate) waiting: Queue,
    closed: bool,
    /// References until the next whose holder is noted.
    pub(crate) unnoted: u32,
}

/// Returns whether an open chunk has room for that many bytes, or will have when it is rewound.
#[inline]
pub(crate) fn fits(chunk: &Chunk, room: usize) -> bool {
    chunk.spare_len() >= room || chunk.is_sole()
}

/// The answer to a request.
pub(crate) enum Grant {
    Chunk(Chunk),
    /// The caller may allocate one more, which is in the counts already.
    Allocate(ChunkKind, usize),
    Refused(PoolError),
    /// There is none now, and the policy is to wait.
    Wait,
}

impl FreeLists {
    pub(crate) fn new(config: Config) -> Self {
        Self {
            config,
            free: Vec::new(),
            open: Vec::new(),
            large: Large::new(config.chunk_size),
            counts: PoolStats::new(config.chunk_size, config.max_chunks),
            waiting: Queue::default(),
            closed: false,
            unnoted: config.note_one_in,
        }
    }

    pub(crate) const fn is_closed(&self) -> bool {
        self.closed
    }

    pub(crate) fn grant(&mut self, request: Request) -> Grant {
        match request {
            _ if self.closed => Grant::Refused(PoolError::Closed),
            Request::Chunk(room) => self.grant_chunk(room),
            Request::Large(len) => self.grant_large(len, self.large.capacity_for(len)),
            Request::Exact(len) => self.grant_large(len, None),
            Request::Growing { now, whole } => match self.take_large(whole) {
                Some(chunk) => Grant::Chunk(chunk),
                None => self.grant_large(now, self.large.capacity_for(now)),
            },
        }
    }

    fn grant_chunk(&mut self, room: usize) -> Grant {
        debug_assert!(room <= self.config.chunk_size, "larger frames have their own chunks");
        if let Some(chunk) = self.take_chunk(room) {
            return Grant::Chunk(chunk);
        }
        let Config { chunk_size, max_chunks, max_heap_bytes, policy, .. } = self.config;
        let heap_bytes = self.counts.heap_in_use * chunk_size;
        let kind = if self.counts.allocated < max_chunks {
            ChunkKind::Pooled
        } else {
            match policy {
                Policy::Heap if chunk_size <= max_heap_bytes.saturating_sub(heap_bytes) => {
                    ChunkKind::Heap
                }
                Policy::Heap | Policy::Fail => return Grant::Refused(PoolError::Exhausted),
                Policy::Wait { .. } => return Grant::Wait,
            }
        };
        self.counts.acquire(kind, chunk_size);
        if kind == ChunkKind::Pooled {
            self.counts.allocated += 1;
            self.make_room();
        }
        Grant::Allocate(kind, chunk_size)
    }

    /// An available pooled chunk with room for that many bytes. It may hold some already.
    #[inline]
    pub(crate) fn take_chunk(&mut self, room: usize) -> Option<Chunk> {
        if self.closed {
            return None;
        }
        let mut chunk = if let Some(chunk) = self.take_open(room) {
            chunk
        } else {
            let idle = self.free.pop()?;
            self.counts.free -= 1;
            self.counts.acquire(ChunkKind::Pooled, self.config.chunk_size);
            idle.open()
        };
        chunk.sampling = self.sampling();
        Some(chunk)
    }

    /// Returns whether [`take_chunk`](Self::take_chunk) would return a chunk.
    pub(crate) fn has_chunk(&self, room: usize) -> bool {
        !self.free.is_empty() || self.open.iter().any(|chunk| fits(chunk, room))
    }

    /// Returns whether a caller that finds no chunk waits for one.
    pub(crate) const fn may_wait(&self) -> bool {
        matches!(self.config.policy, Policy::Wait { .. })
    }

    pub(crate) const fn sampling(&self) -> Sampling {
        Sampling { every: self.config.note_one_in, left: self.unnoted }
    }

    /// Memory for `len` bytes, with the capacity of their size class, if they have one.
    fn grant_large(&mut self, len: usize, class: Option<usize>) -> Grant {
        let max = self.config.max_large_bytes;
        let left = max.saturating_sub(self.counts.large_bytes);
        // Close to the limit, a chunk as long as the frame may still do.
        let capacity = class.filter(|capacity| *capacity <= left).unwrap_or(len);
        if capacity > left {
            return match self.config.policy {
                Policy::Wait { .. } if len <= max => Grant::Wait,
                _ => Grant::Refused(PoolError::LargeExhausted),
            };
        }
        if let Some(chunk) = class.and_then(|_| self.take_large(len)) {
            return Grant::Chunk(chunk);
        }
        self.large.shrink_to(left - capacity, &mut self.counts);
        self.large.made(capacity);
        self.counts.acquire(ChunkKind::Large, capacity);
        Grant::Allocate(ChunkKind::Large, capacity)
    }

    /// A kept chunk of the size class for that many bytes. The limit allows it: those in use and
    /// those kept are never more than that, since each that is allocated shrinks what is kept.
    fn take_large(&mut self, len: usize) -> Option<Chunk> {
        let capacity = self.large.capacity_for(len)?;
        let idle = self.large.take(capacity, &mut self.counts)?;
        self.counts.acquire(ChunkKind::Large, capacity);
        let mut chunk = idle.open();
        chunk.sampling = self.sampling();
        Some(chunk)
    }

    /// Returns whether partial frames may take `more` bytes, after which the one in question has
    /// `len`. Together they may have as much as the pool's chunks; if that one is longer than a
    /// chunk, the limit of large frames applies, too.
    pub(crate) const fn fits_partial(&self, more: usize, len: usize) -> bool {
        let Config { chunk_size, max_chunks, max_heap_bytes, max_large_bytes, .. } = self.config;
        let heap = match self.config.policy {
            Policy::Heap => max_heap_bytes,
            Policy::Fail | Policy::Wait { .. } => 0,
        };
        let all = self.counts.partial_bytes.saturating_add(more);
        let is_large = len > chunk_size;
        all <= max_chunks.saturating_mul(chunk_size).saturating_add(heap)
            && !(is_large && max_large_bytes.saturating_sub(self.counts.large_bytes) < all)
    }

    /// Takes a chunk that could not be allocated out of the counts.
    pub(crate) fn not_allocated(&mut self, kind: ChunkKind, capacity: usize) {
        self.counts.bring_back(kind, capacity, false);
        match kind {
            ChunkKind::Pooled => self.counts.discard(1),
            ChunkKind::Large => self.large.gone(capacity),
            ChunkKind::Heap | ChunkKind::Own => {}
        }
    }

    /// Reserves room in both lists for every chunk that exists.
    fn make_room(&mut self) {
        let allocated = self.counts.allocated;
        self.free.reserve(allocated - self.free.len());
        self.open.reserve(allocated.saturating_sub(self.open.len()));
    }

    /// The most recently returned open chunk with enough room.
    fn take_open(&mut self, room: usize) -> Option<Chunk> {
        if self.open.is_empty() {
            return None;
        }
        let index = self.open.iter().rposition(|chunk| fits(chunk, room))?;
        self.counts.take_open();
        Some(self.open.swap_remove(index))
    }

    /// Puts back a chunk in which frames are alive.
    pub(crate) fn put_open(&mut self, chunk: Chunk) {
        self.counts.put_open();
        self.open.push(chunk);
    }

    /// Takes out the open chunks, so that each is recycled with its last frame: while one is in the
    /// list, that wakes no caller. To be dropped without the lock.
    pub(crate) fn abandon_open(&mut self) -> Vec<Chunk> {
        for chunk in &self.open {
            chunk.leave();
            self.counts.abandon();
        }
        core::mem::take(&mut self.open)
    }

    /// Puts back a chunk that is not in use, and returns what is to be freed.
    pub(crate) fn put_idle(&mut self, idle: Idle) -> Option<Idle> {
        let (kind, capacity) = (idle.kind(), idle.capacity());
        self.counts.bring_back(kind, capacity, idle.was_left());
        match kind {
            ChunkKind::Pooled if self.closed => self.counts.discard(1),
            ChunkKind::Pooled => {
                self.free.push(idle);
                return None;
            }
            ChunkKind::Large => {
                let keep = if self.closed { 0 } else { self.config.keep_large_bytes };
                return self.large.keep(idle, keep, &mut self.counts);
            }
            ChunkKind::Heap | ChunkKind::Own => {}
        }
        Some(idle)
    }

    /// Moves open chunks whose frames have been dropped in the meantime to the free ones.
    pub(crate) fn sweep(&mut self) {
        for index in (0..self.open.len()).rev() {
            if self.open[index].is_sole()
                && let Ok(mut idle) = self.open.swap_remove(index).close()
            {
                self.config.clean(&mut idle);
                self.counts.clear(idle.capacity());
                self.free.push(idle);
            }
        }
    }

    /// Adds unused chunks.
    pub(crate) fn stock(&mut self, chunks: Vec<Idle>) {
        self.counts.allocated += chunks.len();
        self.counts.free += chunks.len();
        self.free.extend(chunks);
        self.make_room();
    }

    /// Takes out all that is not in use, to be freed without the lock, and returns its size in
    /// bytes, too.
    pub(crate) fn trim(&mut self) -> (Vec<Idle>, usize) {
        self.sweep();
        // The list keeps its capacity: the chunks in use are returned to it.
        let mut free = Vec::with_capacity(self.free.len());
        free.append(&mut self.free);
        self.counts.discard(free.len());
        let large = self.large.shrink_to(0, &mut self.counts);
        let bytes = free.len() * self.config.chunk_size + large;
        (free, bytes)
    }

    pub(crate) const fn close(&mut self) {
        self.closed = true;
    }
}
