//! The use of a pool's memory, in numbers.
#![forbid(unsafe_code)]

use core::fmt;

use crate::memory::ChunkKind;

/// The counts of a [`Pool`](crate::Pool) at one instant.
///
/// Printed, it is a table of one figure a line.
///
/// ```
/// let stats = codec_pool::Pool::default().stats();
/// assert!(stats.reconciles());
/// assert!(stats.to_string().starts_with("chunks allocated"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolStats {
    /// Size of a pooled chunk in bytes.
    pub chunk_size: usize,
    /// Number of chunks that the pool may own.
    pub max_chunks: usize,
    /// Pooled chunks that exist: `free + open + in_use`.
    pub allocated: usize,
    /// Pooled chunks that are not in use.
    pub free: usize,
    /// Pooled chunks that are back in the pool, with room for more frames,
    /// while earlier ones are still alive in them.
    pub open: usize,
    /// Pooled chunks that a reader or writer holds, or that are full and kept
    /// alive by frames.
    pub in_use: usize,
    /// Fall-back chunks from the heap that are in use.
    pub heap_in_use: usize,
    /// Chunks for single large frames that are in use.
    pub large_in_use: usize,
    /// Bytes of the chunks for large frames that are in use.
    pub large_bytes: usize,
    /// Chunks for large frames that are kept for the next of their size.
    pub large_free: usize,
    /// Bytes of those.
    pub large_free_bytes: usize,
    /// Starts of frames whose rest has not arrived, each in memory of exactly its size.
    pub partial: usize,
    /// Bytes of those: what was received, and a little more for each.
    pub partial_bytes: usize,
    /// Chunks that frames alone keep alive: no reader or writer holds them.
    /// Those that are `open` are among them, and some of those in use, of any
    /// kind.
    pub pinned: usize,
    /// Bytes of the pinned chunks.
    pub pinned_bytes: usize,
    /// Bytes of all chunks that are in use or open, and of partial frames.
    pub bytes_in_use: usize,
    /// The maximum of `bytes_in_use` so far; a chunk that is free in another thread's cache counts
    /// as in use.
    pub high_water: usize,
    /// Chunks taken since the pool was made, of any kind. An open chunk that is left to its frames,
    /// so that dropping them wakes a waiting thread or task, counts as taken by them.
    pub acquired: u64,
    /// Chunks that were returned.
    pub returned: u64,
    /// Chunks that came from the heap because all pooled ones were in use.
    pub heap_fallbacks: u64,
    /// Chunks that were taken for large frames.
    pub large: u64,
    /// Requests for a chunk that failed, after a wait or without.
    pub refusals: u64,
    /// Number of times that a thread or task began to wait for a chunk.
    pub waits: u64,
    /// Threads and tasks that wait at this moment.
    pub waiting: usize,
}

impl PoolStats {
    pub(crate) const fn new(chunk_size: usize, max_chunks: usize) -> Self {
        Self {
            chunk_size,
            max_chunks,
            allocated: 0,
            free: 0,
            open: 0,
            in_use: 0,
            heap_in_use: 0,
            large_in_use: 0,
            large_bytes: 0,
            large_free: 0,
            large_free_bytes: 0,
            partial: 0,
            partial_bytes: 0,
            pinned: 0,
            pinned_bytes: 0,
            bytes_in_use: 0,
            high_water: 0,
            acquired: 0,
            returned: 0,
            heap_fallbacks: 0,
            large: 0,
            refusals: 0,
            waits: 0,
            waiting: 0,
        }
    }

    /// Chunks that were taken and have not been returned, of any kind.
    pub const fn live(&self) -> usize {
        self.in_use + self.heap_in_use + self.large_in_use
    }

    /// Bytes that the pool holds from the system, in use or not.
    pub const fn bytes_held(&self) -> usize {
        self.bytes_in_use + self.free * self.chunk_size + self.large_free_bytes
    }

    /// Returns whether the counts agree: `acquired = returned + live`, and each chunk is in one
    /// place.
    pub const fn reconciles(&self) -> bool {
        self.acquired == self.returned + self.live() as u64
            && self.allocated == self.free + self.open + self.in_use
            && self.allocated <= self.max_chunks
            && self.bytes_in_use
                == (self.open + self.in_use + self.heap_in_use) * self.chunk_size
                    + self.large_bytes
                    + self.partial_bytes
            && self.partial <= self.partial_bytes
            && self.bytes_in_use <= self.high_water
            && self.open <= self.pinned
            && self.pinned <= self.open + self.live()
            && self.pinned_bytes <= self.bytes_in_use
            && self.waiting as u64 <= self.waits
    }

    pub(crate) fn acquire(&mut self, kind: ChunkKind, capacity: usize) {
        self.acquired += 1;
        self.bytes_in_use += capacity;
        match kind {
            ChunkKind::Pooled => self.in_use += 1,
            ChunkKind::Heap => {
                self.heap_fallbacks += 1;
                self.heap_in_use += 1;
            }
            ChunkKind::Large => {
                self.large += 1;
                self.large_in_use += 1;
                self.large_bytes += capacity;
            }
            ChunkKind::Own => {}
        }
        self.high_water = self.high_water.max(self.bytes_in_use);
    }

    /// A chunk is returned that is not in use. It `was_left` when only frames had kept it alive.
    pub(crate) const fn bring_back(&mut self, kind: ChunkKind, capacity: usize, was_left: bool) {
        self.returned += 1;
        self.bytes_in_use -= capacity;
        if was_left {
            self.unpin(capacity);
        }
        match kind {
            ChunkKind::Pooled => {
                self.in_use -= 1;
                self.free += 1;
            }
            ChunkKind::Heap => self.heap_in_use -= 1,
            ChunkKind::Large => {
                self.large_in_use -= 1;
                self.large_bytes -= capacity;
            }
            ChunkKind::Own => {}
        }
    }

    /// The owner of a chunk leaves it to the frames in it.
    pub(crate) const fn leave(&mut self, capacity: usize) {
        self.pinned += 1;
        self.pinned_bytes += capacity;
    }

    const fn unpin(&mut self, capacity: usize) {
        self.pinned -= 1;
        self.pinned_bytes -= capacity;
    }

    /// A pooled chunk is returned while frames are alive in it.
    pub(crate) const fn put_open(&mut self) {
        self.returned += 1;
        self.in_use -= 1;
        self.open += 1;
        self.leave(self.chunk_size);
    }

    /// A chunk that was parked is taken again.
    pub(crate) const fn take_open(&mut self) {
        self.abandon();
        self.unpin(self.chunk_size);
    }

    /// A chunk that was parked is left to the frames in it.
    pub(crate) const fn abandon(&mut self) {
        self.acquired += 1;
        self.open -= 1;
        self.in_use += 1;
    }

    /// The frames in a parked chunk are gone.
    pub(crate) const fn clear(&mut self, capacity: usize) {
        self.bytes_in_use -= capacity;
        self.open -= 1;
        self.free += 1;
        self.unpin(capacity);
    }

    /// Memory of partial frames is taken.
    pub(crate) fn set_aside(&mut self, frames: usize, bytes: usize) {
        self.partial += frames;
        self.partial_bytes += bytes;
        self.bytes_in_use += bytes;
        self.high_water = self.high_water.max(self.bytes_in_use);
    }

    /// Memory of partial frames is given back.
    pub(crate) const fn fetch(&mut self, frames: usize, bytes: usize) {
        self.partial -= frames;
        self.partial_bytes -= bytes;
        self.bytes_in_use -= bytes;
    }

    /// Free chunks are given back to the system.
    pub(crate) const fn discard(&mut self, chunks: usize) {
        self.free -= chunks;
        self.allocated -= chunks;
    }

    /// The figures by name, in the order of the table.
    pub(crate) fn rows(&self) -> [(&'static str, u64); 24] {
        let n = |n: usize| n as u64;
        [
            ("chunks allocated", n(self.allocated)),
            ("  of at most", n(self.max_chunks)),
            ("  bytes each", n(self.chunk_size)),
            ("  free", n(self.free)),
            ("  open", n(self.open)),
            ("  in use", n(self.in_use)),
            ("heap chunks in use", n(self.heap_in_use)),
            ("large chunks in use", n(self.large_in_use)),
            ("  bytes", n(self.large_bytes)),
            ("large chunks free", n(self.large_free)),
            ("  bytes", n(self.large_free_bytes)),
            ("partial frames", n(self.partial)),
            ("  bytes", n(self.partial_bytes)),
            ("pinned by frames", n(self.pinned)),
            ("  bytes", n(self.pinned_bytes)),
            ("bytes in use", n(self.bytes_in_use)),
            ("  at most so far", n(self.high_water)),
            ("acquired", self.acquired),
            ("returned", self.returned),
            ("heap fall-backs", self.heap_fallbacks),
            ("large frames", self.large),
            ("refusals", self.refusals),
            ("waits", self.waits),
            ("  now", n(self.waiting)),
        ]
    }
}

impl fmt::Display for PoolStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.rows().into_iter().enumerate() {
            let line_break = if index > 0 { "\n" } else { "" };
            write!(f, "{line_break}{name:<20} {value:>12}")?;
        }
        Ok(())
    }
}
