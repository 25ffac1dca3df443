//! The return of chunks: to the shard of the thread that returns them, or to the lists.
#![forbid(unsafe_code)]

use core::num::NonZeroU32;
use core::panic::Location;
use core::task::Waker;

use super::{Shared, is_worthwhile, wake};
use crate::memory::{Because, Chunk, ChunkKind, Idle, Recycler, Sampling};
use crate::pool::free_lists::FreeLists;

impl Shared {
    /// Returns a chunk that its owner is done with. As long as frames are
    /// alive in it and there is room for more, the next caller that takes a chunk
    /// fills it further: else each idle connection would pin a chunk of its
    /// own for the one frame that is kept.
    pub(crate) fn give_back(&self, mut chunk: Chunk) {
        if chunk.sampling.is_on() {
            let Some(unseated) = self.unseated(chunk) else { return };
            chunk = unseated;
        }
        match chunk.close() {
            Ok(idle) => self.put_closed(idle),
            Err(chunk) if chunk.kind() == ChunkKind::Pooled && is_worthwhile(&chunk) => {
                if let Err(chunk) = self.shards.put_open(chunk) {
                    self.give_back_to_lists(chunk);
                }
            }
            Err(chunk) => self.give_back_to_lists(chunk),
        }
    }

    /// A chunk that its owner had within a budget, made an ordinary one; any other whose holders
    /// are noted goes to the lists.
    #[cold]
    fn unseated(&self, mut chunk: Chunk) -> Option<Chunk> {
        let Some(seat) = chunk.sampling.seat() else {
            // The lists keep the position in the sample for the next chunk.
            self.give_back_to_lists(chunk);
            return None;
        };
        chunk.lift_limit();
        chunk.sampling = Sampling::OFF;
        if let Some(payer) = self.register.payer(seat) {
            payer.settle();
        }
        Some(chunk)
    }

    #[inline(never)]
    fn give_back_to_lists(&self, chunk: Chunk) {
        let mut lists = self.lock();
        let shared = !chunk.is_sole();
        if chunk.sampling.is_on() {
            lists.unnoted = chunk.sampling.left;
        }
        let worthwhile = is_worthwhile(&chunk);
        let mut next = None;
        let mut left = None;
        if shared && chunk.kind() == ChunkKind::Pooled && worthwhile && !lists.is_closed() {
            lists.put_open(chunk);
            next = self.next_waiting(&mut lists, false);
        } else {
            if shared {
                chunk.leave();
                lists.counts.leave(chunk.capacity());
            }
            left = Some(chunk);
        }
        drop(lists);
        drop(left);
        wake(next);
    }

    /// Like [`give_back`](Self::give_back), for a chunk that nobody shares.
    #[inline(always)]
    pub(crate) fn put_closed(&self, mut idle: Idle) {
        self.config.clean(&mut idle);
        self.put_idle(idle);
    }

    /// Puts a clean chunk back: into the shard of this thread, whose caches know it.
    #[inline(always)]
    fn put_idle(&self, chunk: Idle) {
        if chunk.kind() != ChunkKind::Pooled {
            return self.put_idle_into_lists(chunk);
        }
        if let Err(chunk) = self.shards.put_idle(chunk) {
            self.put_idle_into_lists(chunk);
        }
    }

    #[inline(never)]
    fn put_idle_into_lists(&self, chunk: Idle) {
        let large = chunk.kind() == ChunkKind::Large;
        let mut lists = self.lock();
        let freed = lists.put_idle(chunk);
        let next = self.next_waiting(&mut lists, large);
        drop(lists);
        drop(freed);
        wake(next);
    }

    /// The waiters to wake for what was put into the lists. When no caller waits any more, the next
    /// chunks go to the shards again.
    #[inline]
    fn next_waiting(&self, lists: &mut FreeLists, large: bool) -> Option<Waker> {
        let next = lists.waiting.next(large);
        self.shards.bypass(lists.is_closed() || lists.waiting.len() > 0);
        next
    }
}

impl Recycler for Shared {
    fn recycle(&self, mut chunk: Idle) {
        self.config.clean(&mut chunk);
        self.put_idle(chunk);
    }

    fn note(
        &self,
        site: &'static Location<'static>,
        bytes: usize,
        because: Because,
    ) -> Option<NonZeroU32> {
        self.register.note(site, bytes, because)
    }

    fn forget(&self, mark: NonZeroU32) {
        self.register.forget(mark);
    }
}
