//! Size classes of chunks for single large frames.
//!
//! The classes are the chunk size times a power of two. A chunk whose frame is
//! gone is kept for the next of its class, as long as all that are kept stay
//! under a limit.
#![forbid(unsafe_code)]

use crate::memory::Idle;
use crate::pool::stats::PoolStats;

#[derive(Default)]
struct Class {
    /// Room for as many as exist is reserved when one is made, so that
    /// returning one never allocates.
    idle: Vec<Idle>,
    alive: usize,
}

/// Chunks for large frames that are not in use.
pub(crate) struct Large {
    chunk_size: usize,
    classes: Vec<Class>,
}

impl Large {
    pub(crate) const fn new(chunk_size: usize) -> Self {
        Self { chunk_size, classes: Vec::new() }
    }

    /// The class with this capacity, if there is one.
    fn class_of(&self, capacity: usize) -> Option<usize> {
        let times = capacity / self.chunk_size;
        let exact = times.is_power_of_two() && times * self.chunk_size == capacity;
        exact.then(|| times.trailing_zeros() as usize)
    }

    /// The capacity of the smallest class with room for `len` bytes.
    pub(crate) fn capacity_for(&self, len: usize) -> Option<usize> {
        let times = len.div_ceil(self.chunk_size).max(1).checked_next_power_of_two()?;
        times.checked_mul(self.chunk_size)
    }

    /// A kept chunk of this capacity.
    pub(crate) fn take(&mut self, capacity: usize, counts: &mut PoolStats) -> Option<Idle> {
        let class = self.class_of(capacity)?;
        let idle = self.classes.get_mut(class)?.idle.pop()?;
        counts.large_free -= 1;
        counts.large_free_bytes -= capacity;
        Some(idle)
    }

    /// Records that a chunk of this capacity is going to exist.
    pub(crate) fn made(&mut self, capacity: usize) {
        let Some(class) = self.class_of(capacity) else { return };
        if self.classes.len() <= class {
            self.classes.resize_with(class + 1, Class::default);
        }
        let class = &mut self.classes[class];
        class.alive += 1;
        class.idle.reserve(class.alive - class.idle.len());
    }

    /// Records that a chunk of this capacity is going to be freed.
    pub(crate) fn gone(&mut self, capacity: usize) {
        if let Some(class) = self.class_of(capacity) {
            self.classes[class].alive -= 1;
        }
    }

    /// Keeps a returned chunk; hands it back to the caller when its size is that of no class, or
    /// when `limit` bytes would be exceeded.
    pub(crate) fn keep(
        &mut self,
        idle: Idle,
        limit: usize,
        counts: &mut PoolStats,
    ) -> Option<Idle> {
        let capacity = idle.capacity();
        match self.class_of(capacity) {
            Some(class) if capacity <= limit.saturating_sub(counts.large_free_bytes) => {
                counts.large_free += 1;
                counts.large_free_bytes += capacity;
                self.classes[class].idle.push(idle);
                None
            }
            _ => {
                self.gone(capacity);
                Some(idle)
            }
        }
    }

    /// Frees kept chunks, the largest first, until no more than `bytes` of them
    /// are left. Returns how many bytes were freed.
    pub(crate) fn shrink_to(&mut self, bytes: usize, counts: &mut PoolStats) -> usize {
        let before = counts.large_free_bytes;
        for class in self.classes.iter_mut().rev() {
            while counts.large_free_bytes > bytes {
                let Some(idle) = class.idle.pop() else { break };
                class.alive -= 1;
                counts.large_free -= 1;
                counts.large_free_bytes -= idle.capacity();
            }
        }
        before - counts.large_free_bytes
    }
}
