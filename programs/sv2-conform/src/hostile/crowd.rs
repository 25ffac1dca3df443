//! Many hostile connections, in a thread of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::raw::Raw;

/// Hostile connections; dropping it ends them.
pub(super) struct Crowd {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// Connections that have to be stuck before there is something to see.
    wanted: usize,
}

#[derive(Default)]
struct Shared {
    is_stopped: AtomicBool,
    is_ready: AtomicBool,
    opened: AtomicUsize,
    stuck: AtomicUsize,
}

impl Crowd {
    /// Opens so many connections, and then lets each do a step, again and again.
    pub(super) fn start(
        count: usize,
        mut open: impl FnMut() -> Option<Raw> + Send + 'static,
        mut step: impl FnMut(usize, &mut Raw) + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            let is_stopped = || theirs.is_stopped.load(Ordering::Relaxed);
            let mut all = Vec::new();
            for number in 0..count {
                if is_stopped() {
                    return;
                }
                if let Some(mut raw) = open() {
                    theirs.opened.fetch_add(1, Ordering::Relaxed);
                    step(number, &mut raw);
                    all.push((number, raw));
                }
            }
            theirs.is_ready.store(true, Ordering::Relaxed);
            while !is_stopped() {
                for (number, raw) in all.iter_mut().filter(|one| !one.1.is_over) {
                    step(*number, raw);
                }
                let stuck = all.iter().filter(|one| one.1.is_stuck()).count();
                theirs.stuck.store(stuck, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(1));
            }
        });
        Self { shared, thread: Some(thread), wanted: 0 }
    }

    /// Has an effect only when the server takes no more from all of its connections.
    pub(super) fn until_stuck(mut self, time: Duration) -> Self {
        self.wanted = self.opened(time);
        self
    }

    /// True if there is something to see.
    pub(super) fn is_felt(&self) -> bool {
        self.shared.stuck.load(Ordering::Relaxed) >= self.wanted
    }

    /// Waits until all connections were tried; the number that the server has accepted.
    pub(super) fn opened(&self, time: Duration) -> usize {
        let until = Instant::now() + time;
        while !self.shared.is_ready.load(Ordering::Relaxed) && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.shared.opened.load(Ordering::Relaxed)
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // One that panicked has reported it.
            let _ = thread.join();
        }
    }
}
