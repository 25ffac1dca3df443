//! The allocator of the tests in this crate: it refuses the request that a test names.
#![allow(unsafe_code)]

use core::cell::Cell;
use std::alloc::{GlobalAlloc, Layout, System};
use std::thread_local;

#[global_allocator]
static ALLOCATOR: Failing = Failing;

struct Failing;

thread_local! {
    /// Requests that are granted yet; what comes after them is refused, if anything is.
    static GRANTED: Cell<Option<usize>> = const { Cell::new(None) };
    static REFUSED: Cell<usize> = const { Cell::new(0) };
    /// Bytes that are held.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// The outcome of a run in which a request was to be refused.
pub(crate) struct Outcome<T> {
    pub(crate) value: T,
    /// Number of requests that were refused: one that is may be followed by others.
    pub(crate) refused: usize,
}

/// Runs `run`, whose first `granted` requests for memory are granted. One other is refused.
pub(crate) fn refuse_after<T>(granted: usize, run: impl FnOnce() -> T) -> Outcome<T> {
    REFUSED.set(0);
    GRANTED.set(Some(granted));
    let value = run();
    GRANTED.set(None);
    Outcome { value, refused: REFUSED.get() }
}

/// Returns how many more bytes this thread holds after `run` than before.
pub(crate) fn held_after(run: impl FnOnce()) -> isize {
    let before = HELD.get();
    run();
    HELD.get() - before
}

fn is_refused() -> bool {
    match GRANTED.get() {
        None => false,
        Some(0) => {
            GRANTED.set(None);
            REFUSED.set(REFUSED.get() + 1);
            true
        }
        Some(left) => {
            GRANTED.set(Some(left - 1));
            false
        }
    }
}

fn held(more: usize, less: usize) {
    HELD.set(HELD.get() + more.cast_signed() - less.cast_signed());
}

// SAFETY: memory comes from the system's allocator and goes back to it, with the layouts
// that were requested; null is returned where there is none, which the trait allows.
unsafe impl GlobalAlloc for Failing {
    // SAFETY: the caller's promise is handed on.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused() {
            return core::ptr::null_mut();
        }
        held(layout.size(), 0);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    // SAFETY: the caller's promise is handed on.
    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        held(0, layout.size());
        // SAFETY: the caller's promise; `alloc` and `realloc` ask the same allocator.
        unsafe { System.dealloc(start, layout) }
    }

    // SAFETY: the caller's promise is handed on.
    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Less memory is there already: `shrink_to_fit` has no way to say that it is not.
        if size > layout.size() && is_refused() {
            return core::ptr::null_mut();
        }
        held(size, layout.size());
        // SAFETY: the caller's promise; `alloc` and `realloc` ask the same allocator.
        unsafe { System.realloc(start, layout, size) }
    }
}
