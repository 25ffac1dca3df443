//! Synchronisation primitives: the standard library's, or the model checker's.
#![forbid(unsafe_code)]

use core::time::Duration;

#[cfg(not(all(test, loom)))]
mod chosen {
    pub(crate) use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(crate) use std::sync::{Mutex, MutexGuard};
    pub(crate) use std::thread::{Thread, current};

    /// A cell that gives out pointers, with the functions that the model checker's has.
    pub(crate) struct UnsafeCell<T>(core::cell::UnsafeCell<T>);

    impl<T> UnsafeCell<T> {
        #[inline(always)]
        pub(crate) const fn new(value: T) -> Self {
            Self(core::cell::UnsafeCell::new(value))
        }

        #[inline(always)]
        pub(crate) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
            read(self.0.get())
        }

        #[inline(always)]
        pub(crate) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
            write(self.0.get())
        }
    }
}

#[cfg(all(test, loom))]
mod chosen {
    pub(crate) use loom::cell::UnsafeCell;
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

/// Waits for a moment, the longer the more often it was `tried`: some cycles, then a turn of the
/// other threads, then so long that one of any priority has its turn.
#[cfg(not(all(test, loom)))]
pub(crate) fn pause(tried: u32) {
    match tried {
        0..=5 => (0..1 << tried).for_each(|_| core::hint::spin_loop()),
        6..=20 => std::thread::yield_now(),
        _ => std::thread::sleep(Duration::from_micros(50)),
    }
}

#[cfg(all(test, loom))]
pub(crate) fn pause(_tried: u32) {
    loom::thread::yield_now();
}
