//! Recorded values in all seven formats, decoded and encoded without an allocator.
#![no_std]
#![forbid(unsafe_code)]

mod frames;
mod golden;
mod report;

/// Runs all checks, and returns how many values were compared with recorded bytes.
///
/// # Panics
/// Where a value and its bytes differ.
#[must_use]
pub fn check() -> usize {
    golden::all() + report::all() + frames::all()
}
