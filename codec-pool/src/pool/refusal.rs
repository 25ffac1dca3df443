//! The report of a pool that refuses memory: why, and who holds it.
#![forbid(unsafe_code)]

use core::fmt;
use core::time::Duration;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::pool::error::PoolError;
use crate::pool::holders::Holders;
use crate::pool::stats::PoolStats;

/// A refusal of memory under a policy other than [`Heap`](crate::Policy::Heap), or
/// over a limit, with the tables of the pool at that moment.
///
/// [`PoolBuilder::on_refusal`](crate::PoolBuilder::on_refusal) passes it on. Printed,
/// it is one line and the two tables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The error that the caller got.
    pub error: PoolError,
    /// Number of refusals since the last report, including this one.
    pub refusals: u64,
    /// The use of the pool's memory.
    pub stats: PoolStats,
    /// Who holds it, where that is noted
    /// ([`PoolBuilder::note_holders`](crate::PoolBuilder::note_holders)).
    pub holders: Option<Holders>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} refused)\n{}", self.error, self.refusals, self.stats)?;
        match &self.holders {
            Some(holders) => write!(f, "\n{holders}"),
            None => f.write_str("\nholders are not recorded: set `note_holders`"),
        }
    }
}

/// The shortest time between two reports, so that a peer that causes refusals can't fill a log.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// Lets one refusal a second through, and counts the others.
pub(crate) struct Throttle(Mutex<(Option<Instant>, u64)>);

impl Throttle {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new((None, 0)))
    }

    /// Number of refusals to report now, including this one; `None` if it is too early.
    pub(crate) fn due(&self) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, refusals) = &mut *state;
        *refusals += 1;
        if last.is_some_and(|last| last.elapsed() < TELL_EVERY) {
            return None;
        }
        *last = Some(Instant::now());
        Some(core::mem::take(refusals))
    }
}
