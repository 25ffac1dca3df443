//! What a pool's memory is used for, in numbers.
#![forbid(unsafe_code)]

use core::fmt;

use crate::chunk::Kind;

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
    /// How many chunks the pool may own.
    pub max_chunks: usize,
    /// Pooled chunks that exist: `free + open + in_use`.
    pub allocated: usize,
    /// Pooled chunks that nobody uses.
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
    /// Bytes of the chunks for large frames.
    pub large_bytes: usize,
    /// Bytes of all chunks that are in use or open.
    pub bytes_in_use: usize,
    /// The most that `bytes_in_use` ever was.
    pub high_water: usize,
    /// Chunks taken since the pool was made, of any kind.
    pub acquired: u64,
    /// Chunks that came back.
    pub returned: u64,
    /// Chunks that came from the heap because all pooled ones were in use.
    pub heap_fallbacks: u64,
    /// Chunks that were made for large frames.
    pub large: u64,
    /// Chunks that were asked for in vain.
    pub refusals: u64,
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
            bytes_in_use: 0,
            high_water: 0,
            acquired: 0,
            returned: 0,
            heap_fallbacks: 0,
            large: 0,
            refusals: 0,
        }
    }

    /// Chunks that were taken and have not come back, of any kind.
    pub const fn live(&self) -> usize {
        self.in_use + self.heap_in_use + self.large_in_use
    }

    /// Bytes that the pool holds from the system, in use or not.
    pub const fn bytes_held(&self) -> usize {
        self.bytes_in_use + self.free * self.chunk_size
    }

    /// Whether the books agree: `acquired = returned + live`, and each chunk
    /// is in one place.
    pub const fn reconciles(&self) -> bool {
        self.acquired == self.returned + self.live() as u64
            && self.allocated == self.free + self.open + self.in_use
            && self.allocated <= self.max_chunks
            && self.bytes_in_use
                == (self.open + self.in_use + self.heap_in_use) * self.chunk_size + self.large_bytes
            && self.bytes_in_use <= self.high_water
    }

    pub(crate) fn acquire(&mut self, kind: Kind, capacity: usize) {
        self.acquired += 1;
        self.bytes_in_use += capacity;
        match kind {
            Kind::Pooled => self.in_use += 1,
            Kind::Heap => {
                self.heap_fallbacks += 1;
                self.heap_in_use += 1;
            }
            Kind::Large => {
                self.large += 1;
                self.large_in_use += 1;
                self.large_bytes += capacity;
            }
        }
        self.high_water = self.high_water.max(self.bytes_in_use);
    }

    pub(crate) fn bring_back(&mut self, kind: Kind, capacity: usize) {
        self.returned += 1;
        self.bytes_in_use -= capacity;
        match kind {
            Kind::Pooled => {
                self.in_use -= 1;
                self.free += 1;
            }
            Kind::Heap => self.heap_in_use -= 1,
            Kind::Large => {
                self.large_in_use -= 1;
                self.large_bytes -= capacity;
            }
        }
    }

    /// A pooled chunk comes back while frames are alive in it.
    pub(crate) fn park(&mut self) {
        self.returned += 1;
        self.in_use -= 1;
        self.open += 1;
    }

    /// A chunk that was parked is taken again.
    pub(crate) fn unpark(&mut self) {
        self.acquired += 1;
        self.open -= 1;
        self.in_use += 1;
    }

    /// The frames in a parked chunk are gone.
    pub(crate) fn clear(&mut self, capacity: usize) {
        self.bytes_in_use -= capacity;
        self.open -= 1;
        self.free += 1;
    }
}

impl fmt::Display for PoolStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chunks = |n: usize| n as u64;
        let rows = [
            ("chunks allocated", chunks(self.allocated)),
            ("  of at most", chunks(self.max_chunks)),
            ("  bytes each", chunks(self.chunk_size)),
            ("  free", chunks(self.free)),
            ("  open", chunks(self.open)),
            ("  in use", chunks(self.in_use)),
            ("heap chunks in use", chunks(self.heap_in_use)),
            ("large chunks in use", chunks(self.large_in_use)),
            ("bytes in use", chunks(self.bytes_in_use)),
            ("  at most so far", chunks(self.high_water)),
            ("acquired", self.acquired),
            ("returned", self.returned),
            ("heap fall-backs", self.heap_fallbacks),
            ("large frames", self.large),
        ];
        for (name, value) in rows {
            writeln!(f, "{name:<20} {value:>12}")?;
        }
        write!(f, "{:<20} {:>12}", "refusals", self.refusals)
    }
}
