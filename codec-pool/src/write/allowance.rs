//! The limit of bytes that wait to be sent. The allowance limits the chunk that is written to: code
//! that looks for room takes what is allowed for its capacity, and asks here when it is used up.
#![forbid(unsafe_code)]

use core::task::{Poll, ready};
use std::sync::Arc;

use crate::budget::{Budget, Seat};
use crate::pool::{BudgetLimit, Excess, PoolError, WaitMode};

/// Number of bytes beyond the need that are requested of a budget at once, so that not each message
/// asks, and little is kept from others.
const STEP: usize = 4096;

/// The limit of a writer, and its part of a budget.
pub(crate) struct Allowance {
    max: usize,
    /// Number of bytes that may wait now: of `max`, what the budget has granted.
    granted: usize,
    seat: Option<Arc<Seat>>,
}

impl Allowance {
    pub(crate) const UNLIMITED: Self = Self::of(usize::MAX);

    /// At most that many bytes, without a budget.
    pub(crate) const fn of(max: usize) -> Self {
        Self { max, granted: max, seat: None }
    }

    /// Returns true if any number of bytes may wait.
    pub(crate) const fn is_unlimited(&self) -> bool {
        self.granted == usize::MAX
    }

    /// The same limit within a budget, of which nothing is granted yet.
    pub(crate) fn within(&self, budget: &Budget) -> Self {
        Self { max: self.max, granted: 0, seat: Some(budget.of_writer()) }
    }

    /// Allows `least` bytes to wait, or waits until they may where there is a `mode` of waiting.
    #[inline]
    pub(crate) fn poll_admit(
        &mut self,
        least: usize,
        mode: Option<&mut WaitMode<'_, '_>>,
    ) -> Poll<Result<(), PoolError>> {
        if least <= self.granted {
            return Poll::Ready(Ok(()));
        }
        self.request(least, mode)
    }

    #[cold]
    fn request(
        &mut self,
        least: usize,
        mode: Option<&mut WaitMode<'_, '_>>,
    ) -> Poll<Result<(), PoolError>> {
        if least > self.max {
            let excess = Excess { limit: BudgetLimit::Pending, of_group: false, closes: false };
            return Poll::Ready(Err(PoolError::OverBudget(excess)));
        }
        if let Some(seat) = &self.seat {
            let range = (least, least.saturating_add(STEP).min(self.max));
            self.granted = if let Some(mode) = mode {
                ready!(seat.poll_grant(range, mode))?
            } else {
                let granted = seat.grant(range, None);
                granted.map_err(|refused| PoolError::OverBudget(refused.excess))?
            };
        }
        Poll::Ready(Ok(()))
    }

    /// Number of bytes that may be queued while `pending` wait.
    pub(crate) const fn left(&self, pending: usize) -> usize {
        self.granted.saturating_sub(pending)
    }

    /// Returns to the budget, if there is one, all but that many bytes.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: impl FnOnce() -> usize) {
        if let Some(seat) = &self.seat {
            self.granted = bytes();
            seat.hold(self.granted);
        }
    }
}
