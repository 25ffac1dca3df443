//! Every message on the wire: compared with the specification's table, with vectors encoded from
//! it, and with other crates.
#![forbid(unsafe_code)]

mod allocations;
mod declaration;
mod dice;
mod differential;
mod frames;
mod generated;
mod hostile;
mod negotiated;
mod proved;
mod reader;
mod schema;
mod session;
mod sides;
mod sizes;
#[cfg(feature = "sri")]
mod sri;
mod table;
mod three_ways;
mod tlv;
mod vectors;
