//! Every message on the wire: against bytes assembled by hand, against frames that dcrd has
//! read, and against invalid input.
#![forbid(unsafe_code)]

mod by_hand;
mod corpus;
mod dice;
mod frames;
mod golden;
mod golden_mixing;
mod hashes;
mod hostile;
mod limits;
mod three_ways;
