//! Every message on the wire: against bytes assembled by hand, against rust-bitcoin, and
//! against invalid input.
#![forbid(unsafe_code)]

mod dice;
mod differential;
mod frames;
mod golden;
mod hostile;
mod limits;
mod random;
mod three_ways;
mod vectors;
