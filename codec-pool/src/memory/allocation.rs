//! What is asked of the system can be refused, and tests refuse it.
//!
//! All memory whose size a peer can influence is requested through here: chunks, and partial
//! frames. What the pool's own lists, a waker or a `Bytes` need is requested as vectors and boxes
//! do, which abort the program when there is none.
#![forbid(unsafe_code)]

pub(crate) use chosen::*;

#[cfg(not(test))]
mod chosen {
    /// Whether memory may be allocated.
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
        /// Requests until the one that fails.
        static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    }

    /// Whether memory may be allocated.
    pub(crate) fn may_allocate() -> Option<()> {
        let left = LEFT.get();
        LEFT.set(left.and_then(|left| left.checked_sub(1)));
        if left == Some(0) { None } else { Some(()) }
    }

    /// Has the request after so many of this thread fail, and those after it succeed.
    pub(crate) fn fail_after(requests: usize) {
        LEFT.set(Some(requests));
    }

    /// Has none fail any more; whether there was one that was to.
    pub(crate) fn stop_failing() -> bool {
        LEFT.take().is_some()
    }
}
