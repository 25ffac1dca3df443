//! The usage of a budget at a moment.
#![forbid(unsafe_code)]

use core::fmt;
use core::time::Duration;

/// The usage of a [`Budget`](crate::Budget) at one moment. Printed, it is one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct BudgetUsage {
    /// Bytes of frames that are kept, and of other charges.
    pub kept_bytes: usize,
    /// Bytes received and not yet given out, or waiting to be sent, and room for more of both.
    pub granted_bytes: usize,
    /// The part of these that waits to be sent, with the room for more.
    pub sending_bytes: usize,
    /// Frames that are kept.
    pub frames: usize,
    /// The age of the oldest kept frame or other charge.
    pub oldest: Option<Duration>,
    /// The most bytes that were held at once so far.
    pub most_bytes: usize,
    /// Number of requests that exceeded a limit.
    pub refusals: u64,
}

impl BudgetUsage {
    /// All bytes that are held against the budget.
    pub const fn bytes(&self) -> usize {
        self.kept_bytes + self.granted_bytes
    }
}

impl fmt::Display for BudgetUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes in {} frames kept", self.kept_bytes, self.frames)?;
        if let Some(oldest) = self.oldest {
            write!(f, ", the oldest for {:.3} s", oldest.as_secs_f64())?;
        }
        write!(f, "; {} bytes to be read, given out or sent", self.granted_bytes)?;
        write!(f, "; at most {} bytes, {} refusals", self.most_bytes, self.refusals)
    }
}
