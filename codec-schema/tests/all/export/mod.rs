//! Readers and writers in other languages, in their runtimes, beside the Rust decoder.

mod by_hand;
mod cases;
mod firmware;
mod formats;
mod refused;
mod run;
mod stratum;
