//! Synchronisation primitives: the standard library's, or the model checker's.
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

/// A small number for this thread: threads started one after another have different ones.
#[cfg(not(all(test, loom)))]
#[inline]
pub(crate) fn thread_number() -> usize {
    use core::cell::Cell;
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    thread_local!(static NUMBER: Cell<usize> = const { Cell::new(0) });
    let number = NUMBER.get();
    if number != 0 {
        return number;
    }
    // Relaxed: the number guards nothing.
    NUMBER.set(NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.get()
}

#[cfg(all(test, loom))]
pub(crate) fn thread_number() -> usize {
    loom::lazy_static! { static ref NEXT: AtomicUsize = AtomicUsize::new(1); }
    loom::thread_local!(static NUMBER: usize = NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.with(|number| *number)
}

/// Waits to be unparked, for at most that long. In a model, time does not pass.
#[cfg(not(all(test, loom)))]
pub(crate) fn park(at_most: Duration) {
    std::thread::park_timeout(at_most);
}

#[cfg(all(test, loom))]
pub(crate) fn park(_at_most: Duration) {
    loom::thread::park();
}
