//! Readers and writers in other languages, in their runtimes, beside the Rust decoder.

pub(crate) mod cases;
pub(crate) mod formats;
mod refused;
mod run;
mod stratum;
