//! Readers and writers in other languages, in their runtimes, beside the Rust decoder.

mod by_hand;
pub(crate) mod cases;
mod firmware;
pub(crate) mod formats;
mod hostile;
mod protocols;
mod refused;
mod run;
mod stratum;
