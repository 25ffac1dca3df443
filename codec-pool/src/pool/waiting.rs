//! Threads and tasks that wait for memory, in the order in which they arrived.
//!
//! Threads and tasks wait in the same way: each leaves a `Waker`; a thread's unparks it. Memory
//! that is returned wakes one of them, which then takes it, or keeps waiting in its old place when
//! another was faster. One that is woken and does not take it (its future was dropped) wakes the
//! next: no wake-up is lost.
#![forbid(unsafe_code)]

use core::mem;
use core::task::{Context, Waker};
use core::time::Duration;
use std::collections::VecDeque;
use std::sync::Arc;
use std::task::Wake;

use crate::memory::sync::{Thread, current};
use crate::pool::shared::Shared;

/// A caller's request to the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    /// Room for that many bytes, no more than a chunk has.
    Chunk(usize),
    /// A separate chunk with room for that many bytes.
    Large(usize),
    /// A separate chunk of exactly that many bytes.
    Exact(usize),
    /// A separate chunk for bytes that are still arriving: with room for the `whole`, if an unused
    /// one is kept, else for `now`.
    Growing { now: usize, whole: usize },
}

impl Request {
    pub(crate) const fn is_large(self) -> bool {
        !matches!(self, Self::Chunk(_))
    }
}

/// The way to wait where the policy is to wait.
pub(crate) enum WaitMode<'a, 'w> {
    /// The thread blocks, as long as the policy says.
    Thread,
    /// The task is polled again; how long it waits is up to it.
    Task(&'a mut Option<Ticket>, &'a mut Context<'w>),
}

impl WaitMode<'_, '_> {
    /// Returns whether this caller has a place in the queue.
    #[inline]
    pub(crate) const fn has_waited(&self) -> bool {
        matches!(self, Self::Task(Some(_), _))
    }
}

struct Entry {
    number: u64,
    large: bool,
    waker: Waker,
}

/// The callers that wait, in the order in which they arrived. It is used under a lock, so it
/// neither clones, wakes nor drops a waker: each is foreign code, which may come back to the pool.
#[derive(Default)]
pub(crate) struct Queue {
    entries: VecDeque<Entry>,
    last: u64,
}

impl Queue {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// A number that was not given out before.
    pub(crate) const fn draw(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Queues a waker in the order of its number; returns the one that it replaces.
    #[must_use]
    pub(crate) fn register(
        &mut self,
        number: u64,
        request: Request,
        waker: Waker,
    ) -> Option<Waker> {
        let index = self.entries.partition_point(|entry| entry.number < number);
        match self.entries.get_mut(index) {
            Some(entry) if entry.number == number => Some(mem::replace(&mut entry.waker, waker)),
            _ => {
                self.entries.insert(index, Entry { number, large: request.is_large(), waker });
                None
            }
        }
    }

    /// Takes a number out of the queue; `None` when it is not in it.
    #[must_use]
    pub(crate) fn remove(&mut self, number: u64) -> Option<Waker> {
        let index = self.entries.iter().position(|entry| entry.number == number)?;
        self.entries.remove(index).map(|entry| entry.waker)
    }

    /// The waiters to wake when a chunk, or memory for a large one, was returned.
    #[must_use]
    #[inline]
    pub(crate) fn next(&mut self, large: bool) -> Option<Waker> {
        if self.entries.is_empty() { None } else { self.first(large) }
    }

    #[cold]
    fn first(&mut self, large: bool) -> Option<Waker> {
        let index = self.entries.iter().position(|entry| entry.large == large)?;
        self.entries.remove(index).map(|entry| entry.waker)
    }

    /// Removes and returns all of them.
    #[must_use]
    pub(crate) fn all(&mut self) -> Vec<Waker> {
        self.entries.drain(..).map(|entry| entry.waker).collect()
    }
}

/// A place in the queue, given up when it is dropped.
pub(crate) struct Ticket {
    pub(crate) number: u64,
    pub(crate) request: Request,
    shared: Arc<Shared>,
    served: bool,
}

impl Ticket {
    pub(crate) const fn new(number: u64, request: Request, shared: Arc<Shared>) -> Self {
        Self { number, request, shared, served: false }
    }

    /// The owner has an answer, and is no longer in the queue.
    pub(crate) fn served(mut self) {
        self.served = true;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.served {
            self.shared.give_up(self.number, self.request.is_large());
        }
    }
}

/// Wakes a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// A waker of the current thread.
pub(crate) fn thread_waker() -> Waker {
    Arc::new(Unpark(current())).into()
}

/// When a wait that starts now ends; `None` for never.
pub(crate) fn deadline(after: Duration) -> Option<std::time::Instant> {
    std::time::Instant::now().checked_add(after)
}
