//! Readers within budgets.
#![forbid(unsafe_code)]

use codec_core::{Header as _, IdOf, Protocol};

use crate::budget::{Budget, BudgetLimits};
use crate::pool::PoolError;
use crate::read::error::{FrameError, FrameErrorKind};
use crate::read::layer::ReadLayer;
use crate::read::reader::FrameReader;

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Charges what is read and kept from now on to a budget, and reads no more than that
    /// allows. To be called at the start of a stream: what was received before is dropped.
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
    /// assert_eq!(error.to_string(), "over budget: the limit on kept frames is reached in the frame at byte 3");
    /// assert_eq!((budget.usage().kept_bytes, budget.usage().frames), (3, 1));
    /// assert!(reader.is_poisoned());
    /// # drop(kept);
    /// # Ok::<(), codec_pool::FrameReadError>(())
    /// ```
    #[must_use]
    pub fn with_budget(mut self, budget: &Budget) -> Self {
        self.set_budget(budget, false);
        self
    }

    /// `leaves_quarter` is for the reader of a connection, whose writer is in the same budget.
    pub(crate) fn set_budget(&mut self, budget: &Budget, leaves_quarter: bool) {
        self.intake.set_budget(budget, Self::HEAD, leaves_quarter);
    }

    /// Makes the longest payload depend on the message: `least` bytes, and more for those for whose
    /// id `of` returns more. A header that declares more is refused before the payload is read.
    ///
    /// ```
    /// use codec_core::Header;
    /// use codec_pool::{FrameReader, Pool};
    /// #[derive(Debug, Clone, Copy, Header)]
    /// struct Short { #[codec(id)] id: u8, #[codec(payload_len)] len: u8 }
    /// let reader = FrameReader::<Short>::new(Pool::default());
    /// let mut reader = reader.with_longest(2, |id| if id == 7 { 4 } else { 0 });
    /// reader.feed(&[1, 2, 0, 0, 7, 4, 0, 0, 0, 0, 1, 3])?;
    /// assert_eq!(reader.next_frame()?.expect("it is short").header().id, 1);
    /// assert_eq!(reader.next_frame()?.expect("its id is 7").header().id, 7);
    /// let error = reader.next_frame().unwrap_err();
    /// assert_eq!(error.to_string(), "payload of 3 bytes is over the limit of 2 in the frame at byte 10");
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    #[must_use]
    pub fn with_longest(mut self, least: usize, of: fn(IdOf<P>) -> usize) -> Self {
        self.set_longest(least, of);
        self
    }

    pub(crate) fn set_longest(&mut self, least: usize, of: fn(IdOf<P>) -> usize) {
        self.intake.set_max_payload(least.min(<P::Header>::MAX_PAYLOAD));
        if !self.intake.has_budget() {
            self.set_budget(&Budget::new(BudgetLimits::new()), false);
        }
        self.intake.set_longest(of);
    }

    /// Returns whether a payload that exceeds the limit of most messages is refused.
    #[cold]
    pub(super) fn is_too_long(&self, header: &P::Header, len: usize) -> bool {
        if let Some(longest) = self.intake.longest::<IdOf<P>>() {
            return len > longest(header.id());
        }
        // A limit that no chunk can reach is no limit.
        let no_limit = self.intake.max_payload() == u32::MAX as usize;
        !no_limit || len > <P::Header>::MAX_PAYLOAD
    }

    /// The error for a lack of room.
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
