//! Every message on the wire: against the table of the specification, against vectors
//! encoded from it, and against other crates.
#![forbid(unsafe_code)]

mod dice;
mod differential;
mod frames;
mod hostile;
mod reader;
mod schema;
mod session;
mod sides;
#[cfg(feature = "sri")]
mod sri;
mod table;
mod three_ways;
mod tlv;
mod vectors;
