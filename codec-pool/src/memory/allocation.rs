//! Allocations that can fail, and a way for tests to make them fail.
//!
//! All memory whose size a peer can influence is requested through here: chunks and partial frames.
//! The pool's own lists, wakers and `Bytes` allocate as vectors and boxes do, which abort the
//! program when there is no memory.
#![forbid(unsafe_code)]

pub(crate) use chosen::*;

#[cfg(not(test))]
mod chosen {
    /// Returns `Some` if memory may be allocated.
    #[inline(always)]
    #[expect(clippy::unnecessary_wraps, reason = "in tests, it is refused")]
    pub(crate) const fn may_allocate() -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod chosen {
    use core::cell::Cell;

    std::thread_local! {
        /// Number of requests that succeed before the one that fails.
        static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    }

    /// Returns `Some` if memory may be allocated.
    pub(crate) fn may_allocate() -> Option<()> {
        let left = LEFT.get();
        LEFT.set(left.and_then(|left| left.checked_sub(1)));
        if left == Some(0) { None } else { Some(()) }
    }

    /// Makes this thread's request after the next `requests` fail, and those after it succeed.
    pub(crate) fn fail_after(requests: usize) {
        LEFT.set(Some(requests));
    }

    /// Makes no request fail any more; returns whether a failure was set.
    pub(crate) fn stop_failing() -> bool {
        LEFT.take().is_some()
    }
}
