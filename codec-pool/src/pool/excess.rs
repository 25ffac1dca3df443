//! The limit of a budget that is exceeded.
#![forbid(unsafe_code)]

use core::fmt;

/// A limit of a [`Budget`](crate::Budget), or of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BudgetLimit {
    /// The number of bytes that may be held.
    Bytes,
    /// The number of frames that may be kept.
    Frames,
    /// The time for which a frame may be kept.
    Age,
    /// The number of bytes that may wait to be sent:
    /// [`ConnectionLimits::max_pending`](crate::ConnectionLimits::max_pending).
    Pending,
}

/// The limit of a [`Budget`](crate::Budget) that is exceeded, and what follows from that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excess {
    pub(crate) limit: BudgetLimit,
    pub(crate) of_group: bool,
    pub(crate) closes: bool,
}

impl Excess {
    /// The limit.
    pub const fn limit(self) -> BudgetLimit {
        self.limit
    }

    /// Returns whether it is the limit of a group, and not that of the connection itself.
    pub const fn is_of_group(self) -> bool {
        self.of_group
    }

    /// Returns whether the connection is to be closed: the policy is
    /// [`OverBudget::Close`](crate::OverBudget::Close).
    pub const fn closes(self) -> bool {
        self.closes
    }
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.of_group { "the group is over its budget" } else { "over budget" })?;
        f.write_str(match self.limit {
            BudgetLimit::Bytes => ": the limit on held bytes is reached",
            BudgetLimit::Frames => ": the limit on kept frames is reached",
            BudgetLimit::Age => ": a frame has been kept for too long",
            BudgetLimit::Pending => ": the limit on bytes that wait to be sent is reached",
        })
    }
}

impl core::error::Error for Excess {}
