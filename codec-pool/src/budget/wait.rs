//! Waiting for a grant.
#![forbid(unsafe_code)]

use core::task::Poll;
use std::time::{Duration, Instant};

use crate::budget::account::Refused;
use crate::budget::limits::OverBudget;
use crate::budget::seat::Seat;
use crate::memory::sync::park;
use crate::pool::{PoolError, WaitMode, deadline, thread_waker};

impl Seat {
    /// Requests bytes like [`grant`](Self::grant), and waits where the policy says so.
    pub(crate) fn poll_grant(
        &self,
        range: (usize, usize),
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<usize, PoolError>> {
        let refused = |refused: Refused| PoolError::OverBudget(refused.excess);
        match mode {
            WaitMode::Task(_, cx) => match self.grant(range, Some(cx.waker())) {
                Ok(granted) => Poll::Ready(Ok(granted)),
                Err(Refused { policy: OverBudget::Wait { .. }, .. }) => Poll::Pending,
                Err(error) => Poll::Ready(Err(refused(error))),
            },
            WaitMode::Thread => {
                let (mut end, mut waker) = (None, None);
                loop {
                    let error = match self.grant(range, waker.as_ref()) {
                        Ok(granted) => return Poll::Ready(Ok(granted)),
                        Err(error) => error,
                    };
                    let OverBudget::Wait { timeout } = error.policy else {
                        return Poll::Ready(Err(refused(error)));
                    };
                    if waker.is_none() {
                        // The waker is queued with the next request.
                        (end, waker) = (deadline(timeout), Some(thread_waker()));
                        continue;
                    }
                    let left = end.map_or(Duration::MAX, |end: Instant| {
                        end.saturating_duration_since(Instant::now())
                    });
                    if left.is_zero() {
                        return Poll::Ready(Err(refused(error)));
                    }
                    park(left);
                }
            }
        }
    }
}
