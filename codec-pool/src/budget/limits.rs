//! Limits, and the policy that applies when they are exceeded.
#![forbid(unsafe_code)]

use core::time::Duration;

/// The policy for a connection that has to read more when its [`Budget`](crate::Budget) is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum OverBudget {
    /// Nothing more is read until enough has been released. A thread blocks, at most for the
    /// time-out; a task is woken, however long it takes.
    Wait {
        /// The longest time that a thread waits; then it is refused.
        timeout: Duration,
    },
    /// The call that reads is refused, with
    /// [`PoolError::OverBudget`](crate::PoolError::OverBudget). Nothing is lost, and a later
    /// call may succeed.
    #[default]
    Refuse,
    /// Like `Refuse`, for good: the reader is poisoned, and the connection is to be closed.
    Close,
}

/// Limits of what a connection, or a group of connections, may hold of its peers' frames. What is
/// not set is not limited.
///
/// ```
/// use std::time::Duration;
/// use codec_pool::{BudgetLimits, OverBudget};
/// let limits = BudgetLimits::new()
///     .max_bytes(256 * 1024)
///     .max_frames(1000)
///     .max_age(Duration::from_secs(60))
///     .policy(OverBudget::Close);
/// assert_eq!(limits.policy_of(), OverBudget::Close);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BudgetLimits {
    pub(super) bytes: usize,
    pub(super) frames: usize,
    pub(super) age: Option<Duration>,
    pub(super) policy: OverBudget,
}

impl BudgetLimits {
    /// No limits, and [`OverBudget::Refuse`].
    pub const fn new() -> Self {
        Self { bytes: usize::MAX, frames: usize::MAX, age: None, policy: OverBudget::Refuse }
    }

    /// Sets how many bytes may be held: those of kept frames, those that were received and not yet
    /// given out, and those for which there is room to be read into.
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// Sets how many frames may be kept. Near the limit, fewer bytes are read at once, so that no
    /// more frames can arrive than may be kept. Frames that wait to be sent count by their bytes, those
    /// that are pushed with 24 more, and are as many as these allow.
    #[must_use]
    pub const fn max_frames(mut self, frames: usize) -> Self {
        self.frames = frames;
        self
    }

    /// Sets how long a frame may be kept. How long one may wait to be sent is set by
    /// [`ConnectionLimits::write_timeout`](crate::ConnectionLimits::write_timeout).
    #[must_use]
    pub const fn max_age(mut self, age: Duration) -> Self {
        self.age = Some(age);
        self
    }

    /// Sets what happens when a limit is exceeded.
    #[must_use]
    pub const fn policy(mut self, policy: OverBudget) -> Self {
        self.policy = policy;
        self
    }

    /// The policy that applies when a limit is exceeded.
    pub const fn policy_of(&self) -> OverBudget {
        self.policy
    }
}

impl Default for BudgetLimits {
    fn default() -> Self {
        Self::new()
    }
}
