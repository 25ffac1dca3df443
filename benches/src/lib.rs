//! Measurements against peers: the groups, and the candidates and data that they
//! share with the gates on instructions and allocations.
#![forbid(unsafe_code)]

#[cfg(feature = "groups")]
pub mod bench;
#[cfg(feature = "groups")]
pub mod candidate;
#[cfg(feature = "groups")]
pub mod codecs;
#[cfg(feature = "groups")]
pub mod contender;
pub mod data;
pub mod decred;
#[cfg(feature = "groups")]
pub mod estimate;
pub mod frame;
pub mod gate;
#[cfg(feature = "groups")]
pub mod groups;
#[cfg(feature = "groups")]
pub mod harness;
pub mod items;
pub mod kernels;
#[cfg(feature = "groups")]
pub mod plot;
#[cfg(feature = "groups")]
mod processes;
#[cfg(feature = "groups")]
pub mod progress;
pub mod random;
#[cfg(feature = "groups")]
pub mod report;
pub mod session;
#[cfg(feature = "groups")]
pub mod sockets;
#[cfg(feature = "groups")]
pub mod table;
pub mod tags;
#[cfg(feature = "groups")]
mod turns;
