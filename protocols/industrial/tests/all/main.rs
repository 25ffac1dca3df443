//! The tests of the crate in one binary.
#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic is how a test fails")]

mod allocations;
mod connection;
mod formats;
mod generated;
mod samples;
