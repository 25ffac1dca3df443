//! Crates that the tests have compiled.
#![forbid(unsafe_code)]

mod ui;
mod user_crate;
