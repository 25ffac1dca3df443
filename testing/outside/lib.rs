//! Empty: see `tests`.
#![forbid(unsafe_code)]
