//! Free and open chunks, cached for the threads of each shard.
//!
//! A server that wakes up for one frame takes a chunk and brings it back for that frame alone, on
//! several threads. Each thread belongs to one of a few shards, which keeps the last chunks that
//! its threads brought back, under a lock of its own: threads of different shards share no cache
//! line until a shard is empty or full, and then go to the lists of the whole pool.
//!
//! A shard is a cache and decides nothing. The lists count its chunks as in use, and before they
//! allocate, refuse or make a caller wait, [`Shards::gather`] brings the chunks of all shards back
//! to them. Locks are taken in this order: that of the lists, then those of the shards.
#![forbid(unsafe_code)]

use crate::memory::sync::{AtomicBool, Ordering, thread_number};
use crate::memory::{Chunk, Idle, SpinGuard, SpinLock};
use crate::pool::free_lists::{FreeLists, fits};
use crate::pool::stats::PoolStats;

/// Free chunks that a shard keeps: those of a thread that relays between two connections.
const IDLE: usize = 4;
/// Open chunks that a shard keeps.
const OPEN: usize = 2;

/// Number of threads that run at once.
#[cfg(not(all(test, loom)))]
pub(crate) fn parallelism() -> usize {
    static COUNT: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

#[cfg(all(test, loom))]
pub(crate) fn parallelism() -> usize {
    1
}

/// The shards of a pool.
pub(crate) struct Shards {
    all: Box<[Shard]>,
    /// `true` if what is returned is to go to the lists, since a caller may be waiting there.
    bypassed: AtomicBool,
    /// `true` if that is permanent: holders are counted over all chunks.
    unused: bool,
}

/// On cache lines of its own, two of them, since processors fetch them in pairs.
#[repr(align(128))]
struct Shard {
    cache: SpinLock<Cache>,
}

#[derive(Default)]
struct Cache {
    idle: Stack<Idle, IDLE>,
    open: Stack<Chunk, OPEN>,
    /// Chunks that were ever taken from here.
    taken: u64,
    /// Number of them that their owner had [left](Chunk::leave) when they were returned.
    reclaimed: usize,
}

/// The last few items pushed.
struct Stack<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}

impl<T, const N: usize> Default for Stack<T, N> {
    fn default() -> Self {
        Self { items: [const { None }; N], len: 0 }
    }
}

impl<T, const N: usize> Stack<T, N> {
    /// Gives the item back when there is no room.
    #[inline]
    fn push(&mut self, item: T) -> Result<(), T> {
        match self.items.get_mut(self.len) {
            Some(free) => {
                *free = Some(item);
                self.len += 1;
                Ok(())
            }
            None => Err(item),
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.items.get_mut(last)?.take()
    }

    /// Removes the last item that `fits`; another one takes its place.
    #[inline]
    fn take_if(&mut self, fits: impl Fn(&T) -> bool) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let index =
            self.items[..self.len].iter().rposition(|item| item.as_ref().is_some_and(&fits));
        let (index, last) = (index?, self.len - 1);
        self.items.swap(index, last);
        self.pop()
    }
}

/// A chunk of a shard.
pub(crate) enum AtHand {
    /// One with frames in it that are still alive, or were when it was put there.
    Open(Chunk),
    Idle(Idle),
}

impl Cache {
    #[inline(always)]
    fn take(&mut self, room: usize) -> Option<AtHand> {
        let chunk = match self.open.take_if(|chunk| fits(chunk, room)) {
            Some(chunk) => AtHand::Open(chunk),
            None => AtHand::Idle(self.idle.pop().inspect(|idle| {
                self.reclaimed += usize::from(idle.was_left());
            })?),
        };
        self.taken += 1;
        Some(chunk)
    }

    /// Brings all chunks back to the lists. What is to be freed is added to `freed`.
    fn empty_into(&mut self, lists: &mut FreeLists, freed: &mut Vec<Idle>) {
        while let Some(idle) = self.idle.pop() {
            freed.extend(lists.put_idle(idle));
        }
        while let Some(chunk) = self.open.pop() {
            lists.put_open(chunk);
        }
    }

    /// Moves the open chunks back to the lists whose frames have been dropped in the meantime.
    fn sweep_into(&mut self, lists: &mut FreeLists) {
        while let Some(chunk) = self.open.take_if(Chunk::is_sole) {
            lists.put_open(chunk);
        }
    }

    /// Corrects the counts of the lists, which count these chunks as in use.
    fn correct(&self, counts: &mut PoolStats) {
        for idle in self.idle.items.iter().flatten() {
            counts.bring_back(idle.kind(), idle.capacity(), idle.was_left());
        }
        for _ in 0..self.open.len {
            counts.put_open();
        }
        counts.acquired += self.taken;
        counts.returned += self.taken;
        counts.pinned -= self.reclaimed;
        counts.pinned_bytes -= self.reclaimed * counts.chunk_size;
    }
}

impl Shards {
    /// Shards for so many threads that run at once; `unused` ones stay empty.
    pub(crate) fn new(parallel: usize, unused: bool) -> Self {
        let count = parallel.clamp(1, 32).next_power_of_two() * 2;
        let shard = |_| Shard { cache: SpinLock::new(Cache::default()) };
        let all = (0..count).map(shard).collect();
        Self { all, bypassed: AtomicBool::new(unused), unused }
    }

    /// The shard of this thread, unless another thread uses it.
    #[inline(always)]
    fn own(&self) -> Option<SpinGuard<'_, Cache>> {
        self.all[thread_number() & (self.all.len() - 1)].cache.try_lock()
    }

    /// A chunk with room for that many bytes, if this thread's shard has one.
    #[inline(always)]
    pub(crate) fn take(&self, room: usize) -> Option<AtHand> {
        self.own()?.take(room)
    }

    /// Keeps a pooled chunk that is not in use, and is clean, or gives it back.
    #[inline(always)]
    pub(crate) fn put_idle(&self, idle: Idle) -> Result<(), Idle> {
        match self.own() {
            Some(mut cache) if !self.is_bypassed() => cache.idle.push(idle),
            _ => Err(idle),
        }
    }

    /// Keeps a pooled chunk in which frames are alive, or gives it back.
    #[inline]
    pub(crate) fn put_open(&self, chunk: Chunk) -> Result<(), Chunk> {
        match self.own() {
            Some(mut cache) if !self.is_bypassed() => cache.open.push(chunk),
            _ => Err(chunk),
        }
    }

    // Relaxed, since it is read under a shard's lock, and the thread that sets it takes the locks
    // of all shards afterwards: a chunk that was put back without seeing the flag is found then.
    #[inline]
    fn is_bypassed(&self) -> bool {
        self.bypassed.load(Ordering::Relaxed)
    }

    /// Makes returned chunks go to the lists, or to the shards again.
    pub(crate) fn bypass(&self, yes: bool) {
        // All threads read the flag: a needless store would take its cache line from them.
        if self.is_bypassed() != yes && !self.unused {
            self.bypassed.store(yes, Ordering::Relaxed);
        }
    }

    /// Moves chunks back to the lists, shard by shard, until `enough` returns true.
    pub(crate) fn gather(
        &self,
        lists: &mut FreeLists,
        mut enough: impl FnMut(&mut FreeLists) -> bool,
    ) -> Vec<Idle> {
        let mut freed = Vec::new();
        for shard in &self.all {
            shard.cache.lock().empty_into(lists, &mut freed);
            if enough(lists) {
                break;
            }
        }
        freed
    }

    /// The counts of the lists, corrected by what the shards hold, at one instant.
    pub(crate) fn stats(&self, lists: &mut FreeLists) -> PoolStats {
        let mut caches: Vec<_> = self.all.iter().map(|shard| shard.cache.lock()).collect();
        for cache in &mut caches {
            cache.sweep_into(lists);
        }
        lists.sweep();
        let mut counts = lists.counts;
        for cache in &caches {
            cache.correct(&mut counts);
        }
        counts
    }
}
