//! The outcome of the shares.

use std::fmt;

/// The shares of a channel, a miner, or all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Account {
    /// Passed on to the server.
    pub(super) submitted: u64,
    pub(super) accepted: u64,
    pub(super) refused: u64,
}

impl Account {
    /// Number of shares that the server has not answered.
    pub(super) const fn unanswered(self) -> u64 {
        self.submitted.saturating_sub(self.accepted + self.refused)
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.submitted += other.submitted;
        self.accepted += other.accepted;
        self.refused += other.refused;
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { submitted, accepted, refused } = self;
        let unanswered = self.unanswered();
        write!(f, "{submitted} submitted, {accepted} accepted, {refused} refused, ")?;
        write!(f, "{unanswered} unanswered")
    }
}
