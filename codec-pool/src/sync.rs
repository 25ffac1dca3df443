//! The atomics that `chunk` counts with: those of `core`, or the model
//! checker's.
#![forbid(unsafe_code)]
#![expect(unexpected_cfgs, reason = "`loom` is set by hand, for the models alone")]

#[cfg(not(all(test, loom)))]
pub(crate) use core::sync::atomic::{AtomicUsize, Ordering, fence};

#[cfg(all(test, loom))]
pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering, fence};
