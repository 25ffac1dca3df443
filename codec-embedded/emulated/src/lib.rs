//! Recorded values in all seven formats, and a session of Stratum V2 and all messages of the protocols here,
//! decoded and encoded without an allocator.
#![no_std]
#![forbid(unsafe_code)]

mod frames;
mod golden;
mod recorded;
mod report;
mod stratum;

/// Runs all checks, and returns how many values were compared with recorded bytes.
///
/// # Panics
/// If a value and its bytes differ.
#[must_use]
pub fn check() -> usize {
    golden::all() + report::all() + frames::all() + stratum::all() + recorded::all()
}
