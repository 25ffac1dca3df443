//! The writer that an `encode` writes to: an output in a format.
#![forbid(unsafe_code)]

pub(crate) mod writer;
