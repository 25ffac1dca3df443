//! The place where chunks are taken and [returned](returns), under one lock.
//!
//! The last few chunks that a thread returned stay in a shard for it; all
//! others are in the lists, under one short lock. It also makes every look at the counts
//! a consistent one: they reconcile at any moment. What this costs is in ADR 0020, 0023 and 0048.
//!
//! No foreign code runs under the lock: chunks are allocated, cleaned and
//! dropped, and wakers are called, before or after.
#![forbid(unsafe_code)]

mod returns;
#[cfg(all(test, not(loom)))]
mod tests;

use core::task::{Poll, Waker};
use std::sync::{Arc, PoisonError, Weak};

use crate::memory::sync::{AtomicBool, Mutex, MutexGuard, Ordering, park};
use crate::memory::{Chunk, ChunkKind, Idle, Recycler};
use crate::pool::builder::{Config, Policy};
use crate::pool::error::PoolError;
use crate::pool::events;
use crate::pool::free_lists::{FreeLists, Grant};
use crate::pool::holders::{Holders, Register};
use crate::pool::refusal::{Refusal, Throttle};
use crate::pool::shards::{AtHand, Shards, parallelism};
use crate::pool::stats::PoolStats;
use crate::pool::waiting::{Request, Ticket, WaitMode, deadline, thread_waker};

/// The shared part of a pool.
pub(crate) struct Shared {
    config: Config,
    this: Weak<Shared>,
    lists: Mutex<FreeLists>,
    shards: Shards,
    register: Register,
    throttle: Throttle,
    /// `true` if a reader holds a chunk while it waits in a call of `read`.
    leased: AtomicBool,
}

/// Room below which a chunk is not worth filling any further.
pub(crate) const fn worthwhile(capacity: usize) -> usize {
    capacity / 8
}

fn is_worthwhile(chunk: &Chunk) -> bool {
    chunk.spare_len() >= worthwhile(chunk.capacity())
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Shared {
    pub(crate) fn new(config: Config) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            config,
            this: this.clone(),
            lists: Mutex::new(FreeLists::new(config)),
            shards: Shards::new(parallelism(), config.note_one_in > 0),
            register: Register::new(config.note_one_in),
            throttle: Throttle::new(),
            leased: AtomicBool::new(false),
        })
    }

    /// Who holds frames, and who is charged for them.
    pub(crate) const fn register(&self) -> &Register {
        &self.register
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    fn lock(&self) -> MutexGuard<'_, FreeLists> {
        // Nothing under this lock panics half-way, so what a poisoned one
        // guards is whole.
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn recycler(&self) -> Weak<dyn Recycler> {
        self.this.clone()
    }

    /// Allocates chunks and touches each of their pages.
    pub(crate) fn stock(&self, chunks: usize) -> Result<(), PoolError> {
        let make = |_| {
            let idle = Idle::new(self.config.chunk_size, ChunkKind::Pooled, self.recycler());
            idle.map(|mut idle| {
                idle.fill(0);
                idle
            })
        };
        let chunks: Option<Vec<_>> = (0..chunks).map(make).collect();
        self.lock().stock(chunks.ok_or(PoolError::OutOfMemory)?);
        Ok(())
    }

    /// A chunk as requested. It may already hold bytes that others read. Never pending for a
    /// thread, which blocks instead.
    pub(crate) fn take(
        &self,
        request: Request,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<Chunk, PoolError>> {
        // The common case: there is a chunk, and the caller has not waited.
        if let Request::Chunk(room) = request
            && !mode.has_waited()
            && let Some(chunk) = self.take_at_once(room)
        {
            return Poll::Ready(Ok(chunk));
        }
        match mode {
            WaitMode::Task(ticket, cx) => self.poll_take(request, ticket, Some(cx.waker())),
            WaitMode::Thread => match self.poll_take(request, &mut None, None) {
                Poll::Ready(result) => Poll::Ready(result),
                Poll::Pending => Poll::Ready(self.wait(request)),
            },
        }
    }

    /// A chunk of this thread's shard.
    #[inline(always)]
    pub(crate) fn take_at_hand(&self, room: usize) -> Option<Chunk> {
        match self.shards.take(room)? {
            AtHand::Idle(idle) => Some(idle.open()),
            AtHand::Open(chunk) => Some(self.refresh(chunk)),
        }
    }

    /// A chunk that is available now.
    #[inline]
    fn take_at_once(&self, room: usize) -> Option<Chunk> {
        if let Some(chunk) = self.take_at_hand(room) {
            return Some(chunk);
        }
        let mut lists = self.lock();
        let chunk = lists.take_chunk(room)?;
        drop(lists);
        Some(self.refresh(chunk))
    }

    /// Blocks this thread for as long as the policy says.
    #[cold]
    fn wait(&self, request: Request) -> Result<Chunk, PoolError> {
        let Policy::Wait { timeout } = self.config.policy else {
            return Err(PoolError::Exhausted);
        };
        let (deadline, waker) = (deadline(timeout), thread_waker());
        let mut ticket = None;
        loop {
            if let Poll::Ready(result) = self.poll_take(request, &mut ticket, Some(&waker)) {
                return result;
            }
            let left = deadline.map_or(core::time::Duration::MAX, |deadline| {
                deadline.saturating_duration_since(std::time::Instant::now())
            });
            if left.is_zero() {
                self.lock().counts.refusals += 1;
                self.tell_refusal(PoolError::TimedOut);
                return Err(PoolError::TimedOut);
            }
            park(left);
        }
    }

    /// Takes a chunk, or queues the waker, if there is one.
    fn poll_take(
        &self,
        request: Request,
        ticket: &mut Option<Ticket>,
        waker: Option<&Waker>,
    ) -> Poll<Result<Chunk, PoolError>> {
        // Wakers are foreign code: cloned before the lock is taken, dropped after it is released.
        let waker = waker.cloned();
        let mut lists = self.lock();
        if let Request::Chunk(room) = request {
            self.collect(&mut lists, room);
        }
        let grant = lists.grant(request);
        if let Grant::Wait = grant {
            let begins = waker.is_some() && ticket.is_none();
            let replaced = waker.map(|waker| self.queue(&mut lists, request, ticket, waker));
            let open = lists.abandon_open();
            drop(lists);
            drop((open, replaced));
            if begins {
                events::waiting(request);
            }
            return Poll::Pending;
        }
        let (mut next, mut removed) = (None, None);
        if let Some(ticket) = ticket.take() {
            removed = lists.waiting.remove(ticket.number);
            ticket.served();
            // The memory that was returned may be enough for several large frames.
            if request.is_large() {
                next = lists.waiting.next(true);
            }
        }
        let sampling = lists.sampling();
        let result = match grant {
            Grant::Chunk(chunk) => {
                drop(lists);
                Ok(self.refresh(chunk))
            }
            Grant::Allocate(kind, capacity) => {
                drop(lists);
                self.allocate(capacity, kind).map(|mut chunk| {
                    chunk.sampling = sampling;
                    chunk
                })
            }
            Grant::Refused(error) => {
                lists.counts.refusals += 1;
                drop(lists);
                self.tell_refusal(error);
                Err(error)
            }
            Grant::Wait => unreachable!("it was dealt with above"),
        };
        drop(removed);
        wake(next);
        Poll::Ready(result)
    }

    /// Moves a chunk with so much room to the lists, if a shard has one and they have none.
    fn collect(&self, lists: &mut FreeLists, room: usize) {
        if lists.has_chunk(room) {
            return;
        }
        if lists.may_wait() {
            // Before the shards are searched: chunks returned later then wake waiters.
            self.shards.bypass(true);
        }
        let freed = self.shards.gather(lists, |lists| lists.has_chunk(room));
        debug_assert!(freed.is_empty(), "a closed pool has nothing in its shards");
    }

    fn queue(
        &self,
        lists: &mut FreeLists,
        request: Request,
        ticket: &mut Option<Ticket>,
        waker: Waker,
    ) -> Option<Waker> {
        let number = if let Some(ticket) = ticket {
            ticket.number
        } else {
            let shared = self.this.upgrade().expect("it is borrowed, so it is alive");
            let number = lists.waiting.draw();
            lists.counts.waits += 1;
            ticket.insert(Ticket::new(number, request, shared)).number
        };
        lists.waiting.register(number, request, waker)
    }

    /// A waiting caller gives up, and has taken nothing. If it was
    /// woken, the next in the queue is woken in its place.
    pub(crate) fn give_up(&self, number: u64, large: bool) {
        let mut lists = self.lock();
        let removed = lists.waiting.remove(number);
        let next = if removed.is_some() { None } else { lists.waiting.next(large) };
        drop(lists);
        drop(removed);
        wake(next);
    }

    /// Rewinds an open chunk whose frames have been dropped in the meantime, like a free one. What
    /// was written to any other chunk is not for the next owner to give out.
    fn refresh(&self, mut chunk: Chunk) -> Chunk {
        chunk.pass_all();
        if chunk.given() > 0
            && chunk.rewind()
            && let Some(byte) = self.config.cleaning()
        {
            chunk.spare().fill(byte);
        }
        chunk
    }

    /// Allocates a chunk that is in the counts already, outside the lock.
    fn allocate(&self, capacity: usize, kind: ChunkKind) -> Result<Chunk, PoolError> {
        if let Some(idle) = Idle::new(capacity, kind, self.recycler()) {
            events::allocated(kind, capacity);
            return Ok(idle.open());
        }
        let mut lists = self.lock();
        lists.not_allocated(kind, capacity);
        lists.counts.refusals += 1;
        // The memory reserved for this chunk in the counts may serve a waiting caller now.
        let next = lists.waiting.next(kind == ChunkKind::Large);
        drop(lists);
        wake(next);
        Err(PoolError::OutOfMemory)
    }

    /// Reports a refusal, with the tables of the pool; one a second at most.
    #[cold]
    fn tell_refusal(&self, error: PoolError) {
        if self.config.on_refusal.is_none() && !events::wants_refusals() {
            return;
        }
        let Some(refusals) = self.throttle.due() else { return };
        let (stats, holders) = (self.stats(), self.holders());
        let refusal = Refusal { error, refusals, stats, holders };
        events::refused(&refusal);
        if let Some(tell) = self.config.on_refusal {
            tell(&refusal);
        }
    }

    pub(crate) fn reserve_partial(&self, frames: usize, bytes: usize, len: usize) -> bool {
        let mut lists = self.lock();
        let fits = lists.fits_partial(bytes, len);
        if fits {
            lists.counts.set_aside(frames, bytes);
        }
        fits
    }

    pub(crate) fn add_to_partial(&self, frames: usize, bytes: usize) {
        self.lock().counts.set_aside(frames, bytes);
    }

    pub(crate) fn release_partial(&self, frames: usize, bytes: usize) {
        self.lock().counts.fetch(frames, bytes);
    }

    // Relaxed: the flag guards no memory, only how many chunks are held.
    #[inline]
    pub(crate) fn lease(&self) -> bool {
        !self.leased.swap(true, Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn unlease(&self) {
        self.leased.store(false, Ordering::Relaxed);
    }

    /// The counts of this moment.
    pub(crate) fn stats(&self) -> PoolStats {
        let mut lists = self.lock();
        let counts = self.shards.stats(&mut lists);
        PoolStats { waiting: lists.waiting.len(), ..counts }
    }

    /// Returns what is held, by call site at this moment, if it is noted.
    pub(crate) fn holders(&self) -> Option<Holders> {
        (self.config.note_one_in > 0).then(|| self.register.holders())
    }

    /// Frees what is not in use; returns how many bytes that was.
    pub(crate) fn trim(&self) -> usize {
        let mut lists = self.lock();
        let freed = self.shards.gather(&mut lists, |_| false);
        let (free, bytes) = lists.trim();
        drop(lists);
        drop((freed, free));
        events::trimmed(bytes);
        bytes
    }

    /// Refuses all requests from now on.
    pub(crate) fn close(&self) {
        let mut lists = self.lock();
        lists.close();
        self.shards.bypass(true);
        let freed = self.shards.gather(&mut lists, |_| false);
        let open = lists.abandon_open();
        let (free, _) = lists.trim();
        let wakers = lists.waiting.all();
        drop(lists);
        drop((freed, open, free));
        events::closed();
        wakers.into_iter().for_each(Waker::wake);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed()
    }
}
