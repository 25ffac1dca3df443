//! The notice to a connection that gives way to another.
#![forbid(unsafe_code)]

use core::task::Waker;
#[cfg(any(feature = "tokio", all(test, loom)))]
use core::task::{Context, Poll};
use std::sync::PoisonError;

use crate::memory::sync::{AtomicBool, Mutex, Ordering};

/// The sign for a connection that is not established to give way, and the task that waits for it.
pub(super) struct Evicted {
    is_set: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

impl Evicted {
    pub(super) fn new() -> Self {
        Self { is_set: AtomicBool::new(false), waker: Mutex::new(None) }
    }

    /// Sets it, for good, and wakes who waits.
    pub(super) fn set(&self) {
        self.is_set.store(true, Ordering::SeqCst);
        let waker = self.exchange(None);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(super) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }

    /// Ready when it is set. The last task that asked is woken.
    #[cfg(any(feature = "tokio", all(test, loom)))]
    pub(super) fn poll(&self, cx: &Context<'_>) -> Poll<()> {
        if self.is_set() {
            return Poll::Ready(());
        }
        // Wakers are foreign code: cloned and dropped without the lock.
        drop(self.exchange(Some(cx.waker().clone())));
        // A flag that was set before the waker was stored has woken nobody.
        if self.is_set() { Poll::Ready(()) } else { Poll::Pending }
    }

    fn exchange(&self, waker: Option<Waker>) -> Option<Waker> {
        let mut slot = self.waker.lock().unwrap_or_else(PoisonError::into_inner);
        core::mem::replace(&mut *slot, waker)
    }
}
