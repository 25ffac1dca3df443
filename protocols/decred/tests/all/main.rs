//! Every message on the wire: compared with bytes assembled by hand and with frames that dcrd has
//! read, and with invalid input.
#![forbid(unsafe_code)]

mod allocations;
mod by_hand;
mod corpus;
mod dice;
mod frames;
mod generated;
mod golden;
mod golden_mixing;
mod hashes;
mod hostile;
mod limits;
mod three_ways;
