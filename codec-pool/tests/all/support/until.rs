//! Waiting for what other threads do, for a limited time.

use std::thread;
use std::time::{Duration, Instant};

/// Yields to other threads until `condition` holds.
///
/// # Panics
/// When it does not within 20 seconds: a counter is wrong, or nobody came.
#[track_caller]
pub(crate) fn until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(20), "it has not happened in 20 s");
        thread::yield_now();
    }
}
