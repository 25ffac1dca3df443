//! Budgets, as their users see them.
#![forbid(unsafe_code)]

use core::fmt;
use core::panic::Location;
use std::sync::Arc;

use crate::budget::account::{Account, Charge};
use crate::budget::limits::BudgetLimits;
use crate::budget::seat::{Ask, Seat, Side};
use crate::budget::usage::BudgetUsage;
use crate::pool::{Excess, Holders};

/// A limit on what a connection, or all connections of a group, may hold of a program's memory.
/// Cheap to clone; all clones are the same budget.
///
/// It counts the bytes that were received and not yet given out, the free space to read into,
/// and each kept frame (detached, turned into `Bytes`, decoded shared) until its last clone and
/// slice is dropped; of a connection also the bytes that wait to be sent, and the free space for
/// more. That sum never exceeds the limit: when the budget is used up, nothing more is read, and
/// the [policy](crate::OverBudget) decides what happens. Frames count by their length; the chunks
/// that hold them are counted and limited by the pool. A reader without a budget has no cost from
/// this.
///
/// ```
/// use codec_pool::{Budget, BudgetLimits, FrameErrorKind, FrameReader, LengthHeader, Pool, PoolError};
/// let group = Budget::new(BudgetLimits::new().max_bytes(1 << 20)); // of all connections
/// let budget = group.member(BudgetLimits::new().max_bytes(9)); // of one
/// let pool = Pool::default();
/// let mut reader = FrameReader::<LengthHeader<1>>::new(pool).with_budget(&budget);
/// assert_eq!(reader.feed(&[5, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10])?, 9);
/// let kept = reader.next_frame()?.expect("it is there").detach(); // this line is named
/// assert!(reader.next_frame()?.is_none());
/// assert_eq!((budget.usage().kept_bytes, budget.usage().granted_bytes), (6, 3));
/// assert_eq!((group.usage().bytes(), group.usage().frames), (9, 1));
/// println!("{}", budget.holders());
///
/// let error = reader.feed(&[8, 9, 10]).unwrap_err();
/// assert!(matches!(error.kind(), FrameErrorKind::Pool(PoolError::OverBudget(_))));
/// drop(kept);
/// assert_eq!(reader.feed(&[8, 9, 10])?, 3);
/// assert_eq!(reader.next_frame()?.expect("it is there").payload(), [6, 7, 8, 9, 10]);
/// # Ok::<(), codec_pool::FrameError>(())
/// ```
#[derive(Clone)]
pub struct Budget {
    account: Arc<Account>,
}

impl Budget {
    /// An independent budget: of one connection, or of a group.
    pub fn new(limits: BudgetLimits) -> Self {
        Self { account: Account::new(limits, None) }
    }

    /// A budget of a connection, or of a smaller group, within this one: what is held counts
    /// in both, and neither is exceeded.
    #[must_use]
    pub fn member(&self, limits: BudgetLimits) -> Self {
        Self { account: Account::new(limits, Some(Arc::clone(&self.account))) }
    }

    /// Returns what is held at this moment.
    pub fn usage(&self) -> BudgetUsage {
        self.account.usage()
    }

    /// Returns what is held at this moment, by call site, the most bytes first.
    pub fn holders(&self) -> Holders {
        Holders::new(1, self.account.holders())
    }

    /// The limits.
    pub fn limits(&self) -> BudgetLimits {
        self.account.limits()
    }

    /// Charges something else that is held for a peer, until the value is dropped: a queue,
    /// the state of a channel, a copy of a frame. Never waits.
    ///
    /// ```
    /// use codec_pool::{Budget, BudgetLimits};
    /// let budget = Budget::new(BudgetLimits::new().max_bytes(100));
    /// let state = budget.charge(60)?;
    /// assert!(budget.charge(41).is_err());
    /// drop(state);
    /// assert!(budget.charge(100).is_ok());
    /// # Ok::<(), codec_pool::Excess>(())
    /// ```
    ///
    /// # Errors
    /// The limit that leaves no room for it.
    #[track_caller]
    pub fn charge(&self, bytes: usize) -> Result<BudgetCharge, Excess> {
        let side = Side::Reader { frame: 1, leaves_quarter: false };
        let ask = Ask { taken: 0, least: bytes, most: bytes, side };
        self.account.grant(ask, None).map_err(|refused| refused.excess)?;
        let charge = Charge::new(&self.account, Location::caller(), bytes, bytes, false);
        Ok(BudgetCharge { _charge: charge })
    }

    /// A place for a reader whose frames have at least that many bytes.
    pub(crate) fn of_reader(&self, frame: usize, leaves_quarter: bool) -> Arc<Seat> {
        self.seat(Side::Reader { frame, leaves_quarter })
    }

    /// A place for a writer.
    pub(crate) fn of_writer(&self) -> Arc<Seat> {
        self.seat(Side::Writer)
    }

    fn seat(&self, side: Side) -> Arc<Seat> {
        Arc::new(Seat::new(Arc::clone(&self.account), side))
    }
}

/// The limits and what is held.
impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limits", &self.limits())
            .field("usage", &self.usage())
            .finish()
    }
}

/// Something that was [charged](Budget::charge) to a budget, until it is dropped.
pub struct BudgetCharge {
    _charge: Charge,
}

impl fmt::Debug for BudgetCharge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BudgetCharge").finish_non_exhaustive()
    }
}
