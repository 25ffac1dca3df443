//! Every message on the wire: compared with bytes assembled by hand and with rust-bitcoin, and with
//! invalid input.
#![forbid(unsafe_code)]

mod allocations;
mod dice;
mod differential;
mod frames;
mod generated;
mod golden;
mod hostile;
mod limits;
mod random;
mod three_ways;
mod vectors;
