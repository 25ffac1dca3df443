//! Crates that the tests have compiled.
#![forbid(unsafe_code)]

mod examples;
mod mistakes;
mod ui;
mod user_crate;
