//! Graceful shutdown on Ctrl-C and SIGTERM: work in progress is finished first.

use std::process;
use std::sync::Arc;

use tokio::signal;
use tokio::sync::watch;

use crate::failure::note;

/// Flag that is set when the program is to end.
#[derive(Debug, Clone)]
pub(crate) struct Stop {
    told: watch::Receiver<bool>,
    tell: Arc<watch::Sender<bool>>,
}

/// The status with which shells show a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

impl Stop {
    /// Listens for signals from here on. The second one ends the program at once.
    pub(crate) fn on_signal() -> Self {
        let (tell, told) = watch::channel(false);
        let stop = Self { told, tell: Arc::new(tell) };
        let stopper = stop.clone();
        tokio::spawn(async move {
            asked().await;
            note("decred: ending; signal again to end at once");
            stopper.stop();
            asked().await;
            process::exit(INTERRUPTED);
        });
        stop
    }

    /// Has the program end.
    pub(crate) fn stop(&self) {
        self.tell.send_replace(true);
    }

    /// Waits until it is set.
    pub(crate) async fn stopped(&mut self) {
        // Each receiver is kept with a sender, so this can't fail.
        let _ = self.told.wait_for(|stop| *stop).await;
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
