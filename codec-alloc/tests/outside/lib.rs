//! Nothing: see `tests`.
#![forbid(unsafe_code)]
