//! What threads meet at: the standard library's, or the model checker's.
#![forbid(unsafe_code)]

use core::time::Duration;

#[cfg(not(all(test, loom)))]
mod chosen {
    pub(crate) use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(crate) use std::sync::{Mutex, MutexGuard};
    pub(crate) use std::thread::{Thread, current};
}

#[cfg(all(test, loom))]
mod chosen {
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(crate) use loom::sync::{Mutex, MutexGuard};
    pub(crate) use loom::thread::{Thread, current};
}

pub(crate) use chosen::*;

/// Waits to be unparked, for so long at most. In a model, time does not pass.
#[cfg(not(all(test, loom)))]
pub(crate) fn park(at_most: Duration) {
    std::thread::park_timeout(at_most);
}

#[cfg(all(test, loom))]
pub(crate) fn park(_at_most: Duration) {
    loom::thread::park();
}
