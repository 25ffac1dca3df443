//! Reports while shares are submitted.

use std::fmt;
use std::io::{IsTerminal as _, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, interval_at};

use crate::failure::note;

/// Option to report totals regularly.
#[derive(Debug, clap::Args)]
pub(crate) struct Reports {
    /// Report the totals so far on standard error every this many seconds; every ten by default
    /// where that is a terminal.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    progress: Option<u64>,
}

impl Reports {
    /// Reports the totals as the options say, until the set is dropped.
    pub(crate) fn start(&self, progress: &Arc<Progress>) -> JoinSet<()> {
        let default = || stderr().is_terminal().then_some(10);
        let mut reporter = JoinSet::new();
        if let Some(seconds) = self.progress.or_else(default) {
            reporter.spawn(report(Arc::clone(progress), Duration::from_secs(seconds)));
        }
        reporter
    }
}

/// The shares of all connections so far.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    pub(crate) submitted: AtomicU64,
    pub(crate) accepted: AtomicU64,
    pub(crate) refused: AtomicU64,
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
async fn report(progress: Arc<Progress>, period: Duration) {
    let start = Instant::now();
    let mut due = interval_at(start + period, period);
    loop {
        due.tick().await;
        note(&format!("sv2: after {} s: {progress}", start.elapsed().as_secs()));
    }
}
