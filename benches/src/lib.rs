//! Measurements against peers: the groups, and the candidates and data that they
//! share with the gates on instructions and allocations.
#![forbid(unsafe_code)]

pub mod bench;
pub mod candidate;
pub mod codecs;
pub mod contender;
pub mod data;
pub mod decred;
pub mod estimate;
pub mod frame;
pub mod gate;
pub mod groups;
pub mod harness;
pub mod items;
pub mod kernels;
pub mod plot;
mod processes;
pub mod progress;
pub mod random;
pub mod report;
pub mod session;
pub mod sockets;
pub mod table;
pub mod tags;
mod turns;
