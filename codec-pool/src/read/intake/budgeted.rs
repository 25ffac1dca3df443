//! The part of an intake that enforces budgets. The grant limits the chunk: code that looks for
//! room takes what was granted for the chunk's capacity, and comes here when it is used up. Without
//! a budget, nothing is compared or counted.
#![forbid(unsafe_code)]

#[cfg(all(test, not(loom)))]
mod tests;

use core::any::Any;
use core::task::Poll;
use std::sync::Arc;

use crate::budget::{Budget, Seat};
use crate::memory::Sampling;
use crate::pool::{PoolError, WaitMode};
use crate::read::read_chunk::RawCount;

use super::Intake;

impl<R: RawCount> Intake<R> {
    /// Sets a budget, in which a frame takes at least that many bytes.
    pub(crate) fn set_budget(&mut self, budget: &Budget, frame: usize, leaves_quarter: bool) {
        self.release();
        self.leave_budget();
        self.seat = self.pool.seat(budget.of_reader(frame, leaves_quarter));
    }

    /// Sets the function that returns the longest payload for a message's id.
    pub(crate) fn set_longest<Id: 'static>(&self, of: fn(Id) -> usize) {
        if let Some(seat) = self.seat() {
            seat.set_longest(Box::new(of));
        }
    }

    /// The function that returns the longest payload for a message's id.
    #[inline]
    pub(crate) fn longest<Id: 'static>(&self) -> Option<fn(Id) -> usize> {
        self.seat()?.longest()?.downcast_ref().copied()
    }

    pub(super) fn leave_budget(&mut self) {
        if let Some(seat) = self.seat() {
            seat.hold(0);
            self.pool.unseat(self.seat);
            self.seat = 0;
        }
    }

    #[inline]
    pub(crate) const fn has_budget(&self) -> bool {
        self.seat != 0
    }

    /// The account that is charged, if any.
    #[inline]
    pub(super) fn seat(&self) -> Option<Arc<Seat>> {
        if self.has_budget() { self.seat_of_number() } else { None }
    }

    #[cold]
    fn seat_of_number(&self) -> Option<Arc<Seat>> {
        let payer: Arc<dyn Any + Send + Sync> = self.pool.payer(self.seat)?;
        payer.downcast().ok()
    }

    /// Like [`set_aside`](Self::set_aside), with the charges kept up to date.
    #[cold]
    pub(crate) fn park(&mut self) {
        self.keeping_charges(Self::set_aside);
    }

    /// Runs `work`, which returns a chunk to the pool and keeps what was pending; that stays
    /// charged.
    #[cold]
    pub(super) fn keeping_charges<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(seat) = self.seat() else { return work(self) };
        seat.set_moves(true);
        let done = work(self);
        seat.set_moves(false);
        if self.chunk.is_none() {
            seat.hold(self.pending_len());
        }
        done
    }

    /// Like [`search_room`](Self::search_room), as far as the budget allows.
    #[cold]
    pub(super) fn search_room_in_budget(
        &mut self,
        need: usize,
        coming: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        let Some(seat) = self.seat() else { return Poll::Ready(Ok(())) };
        if let Some(chunk) = &mut self.chunk {
            chunk.lift_limit();
        }
        seat.set_moves(true);
        let found = self.search_room_now(need, coming, mode);
        seat.set_moves(false);
        if !matches!(found, Poll::Ready(Ok(()))) {
            self.limit_room(0);
            return found;
        }
        let pending = self.pending_len();
        let spare = self.spare().len();
        let granted = seat.poll_grant((pending + 1, pending + spare), mode);
        if let Poll::Ready(Ok(granted)) = granted {
            self.limit_room(granted - pending);
            return Poll::Ready(Ok(()));
        }
        // Hold what was received, and nothing else.
        self.park();
        self.limit_room(0);
        granted.map(|granted| granted.map(drop))
    }

    /// Leaves room for that many bytes more in the chunk, if there is one.
    fn limit_room(&mut self, more: usize) {
        let partial = self.partial.as_ref();
        let behind = partial.map(|it| it.gap(self.pool.chunk_size()) + it.landed());
        if let Some(chunk) = &mut self.chunk {
            chunk.limit(behind.unwrap_or(chunk.end()).saturating_add(more));
            chunk.set_sampling(Sampling::charged_to(self.seat));
        }
    }
}
