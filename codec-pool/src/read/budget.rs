//! Readers within budgets.
#![forbid(unsafe_code)]

use codec_core::Protocol;

use crate::budget::Budget;
use crate::pool::PoolError;
use crate::read::error::{FrameError, FrameErrorKind};
use crate::read::layer::ReadLayer;
use crate::read::reader::FrameReader;

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Has what is read and kept from now on charged to a budget, and reads no more than that
    /// allows. To be called at the start of a stream: what has come before is dropped.
    ///
    /// Each frame that is kept costs a short lock or two more. A call of `read` that blocks
    /// holds a chunk.
    ///
    /// ```
    /// use codec_pool::{Budget, BudgetLimits, FrameReader, LengthHeader, OverBudget, Pool};
    /// let budget = Budget::new(BudgetLimits::new().max_frames(1).policy(OverBudget::Close));
    /// let reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
    /// let mut reader = reader.with_budget(&budget);
    /// let mut stream = &[2, 7, 8, 1, 9][..];
    /// let kept = reader.read_frame(&mut stream)?.expect("one was sent").detach();
    /// let error = reader.read_frame(&mut stream).unwrap_err();
    /// assert_eq!(error.to_string(), "over budget: as many frames are kept as may be in the frame at byte 3");
    /// assert_eq!((budget.usage().kept_bytes, budget.usage().frames), (3, 1));
    /// assert!(reader.is_poisoned());
    /// # drop(kept);
    /// # Ok::<(), codec_pool::FrameReadError>(())
    /// ```
    #[must_use]
    pub fn with_budget(mut self, budget: &Budget) -> Self {
        self.set_budget(budget);
        self
    }

    pub(crate) fn set_budget(&mut self, budget: &Budget) {
        self.intake.set_budget(budget, Self::HEAD);
    }

    /// There is no room for more.
    #[cold]
    pub(super) fn no_room(&mut self, error: PoolError) -> FrameError {
        match error {
            PoolError::OverBudget(excess) if excess.closes() => {
                self.poison(FrameErrorKind::Pool(error))
            }
            _ => self.error(FrameErrorKind::Pool(error)),
        }
    }
}
