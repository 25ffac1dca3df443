//! What is reported while miners work.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::time::{Instant, interval_at};

use crate::failure::note;

/// The shares of all miners so far.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) submitted: AtomicU64,
    pub(super) accepted: AtomicU64,
    pub(super) refused: AtomicU64,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { submitted, accepted, refused } = self;
        let [submitted, accepted, refused] =
            [submitted, accepted, refused].map(|count| count.load(Relaxed));
        write!(f, "{submitted} submitted, {accepted} accepted, {refused} refused")
    }
}

/// Reports it after each of these periods, until this is cancelled.
pub(super) async fn report(progress: Arc<Progress>, period: Duration) {
    let start = Instant::now();
    let mut due = interval_at(start + period, period);
    loop {
        due.tick().await;
        note(&format!("sv2: after {} s: {progress}", start.elapsed().as_secs()));
    }
}
