//! The atomics that `chunk` counts with: those of `core`, or the model
//! checker's.
#![forbid(unsafe_code)]

#[cfg(not(all(test, loom)))]
pub(crate) use core::sync::atomic::{AtomicUsize, Ordering, fence};

#[cfg(all(test, loom))]
pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering, fence};
