//! Graceful shutdown on Ctrl-C and SIGTERM: work in progress is finished first.

use std::process;
use std::sync::Arc;

use tokio::signal;
use tokio::sync::{Notify, watch};

use crate::failure::note;

/// Flag that is set when the user wants the program to end.
#[derive(Debug, Clone)]
pub(crate) struct Stop(watch::Receiver<bool>);

/// Lets the program end for another reason than a signal.
#[derive(Debug)]
pub(crate) struct Stopper(Arc<Notify>);

impl Stopper {
    pub(crate) fn stop(&self) {
        self.0.notify_one();
    }
}

/// The status with which shells show a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

impl Stop {
    /// Listens for signals from here on. The second one ends the program at once.
    pub(crate) fn on_signal() -> Self {
        let (stop, stopped) = watch::channel(false);
        tokio::spawn(async move {
            asked().await;
            note("sv2: ending; signal again to end at once");
            // Without a receiver there is nothing to stop.
            let _ = stop.send(true);
            asked().await;
            process::exit(INTERRUPTED);
        });
        Self(stopped)
    }

    /// Returns one that is set with this one, and also when this future is ready.
    pub(crate) fn or_after(mut self, end: impl Future<Output = ()> + Send + 'static) -> Self {
        let (stop, stopped) = watch::channel(false);
        tokio::spawn(async move {
            tokio::select! {
                () = self.stopped() => {}
                () = end => {}
            }
            // Without a receiver there is nothing to stop.
            let _ = stop.send(true);
        });
        Self(stopped)
    }

    /// Returns one that is set with this one, and also by the second of the two.
    pub(crate) fn or_by_hand(self) -> (Self, Stopper) {
        let stopper = Arc::new(Notify::new());
        let told = Arc::clone(&stopper);
        let stop = self.or_after(async move { told.notified().await });
        (stop, Stopper(stopper))
    }

    /// Waits until it is set.
    pub(crate) async fn stopped(&mut self) {
        // A sender goes when it has said so.
        let said = self.0.wait_for(|stop| *stop).await.is_ok();
        if !said {
            std::future::pending::<()>().await;
        }
    }

    /// Returns whether it is set now.
    pub(crate) fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }
}

#[cfg(unix)]
async fn asked() {
    use signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return ctrl_c().await;
    };
    tokio::select! {
        () = ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked() {
    ctrl_c().await;
}

async fn ctrl_c() {
    // Without signal support, there is nothing to wait for.
    if signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Tasks on two threads, that wait before it is set, while it is, or begin afterwards: all end.
    #[test]
    fn all_that_wait_on_two_threads_are_stopped() {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).enable_all().build().expect("it starts");
        runtime.block_on(async {
            let signal = Stop::on_signal();
            for round in 0..200 {
                let (stop, stopper) = signal.clone().or_by_hand();
                assert!(!stop.is_stopped());
                let waiting = [(); 4].map(|()| {
                    let mut stop = stop.clone();
                    tokio::spawn(async move { stop.stopped().await })
                });
                // On some rounds it is set before anything waits.
                if round % 2 == 0 {
                    tokio::task::yield_now().await;
                }
                let setting = std::thread::spawn(move || stopper.stop());
                let mut late = stop.clone();
                let all = async {
                    for task in waiting {
                        task.await.expect("no panic");
                    }
                    late.stopped().await;
                    late.stopped().await;
                };
                let all = tokio::time::timeout(Duration::from_secs(20), all).await;
                assert!(all.is_ok(), "round {round}: one still waits");
                setting.join().expect("no panic");
                assert!(stop.is_stopped() && !signal.is_stopped());
            }
        });
    }
}
