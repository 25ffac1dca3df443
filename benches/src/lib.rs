//! Candidates and data of the measurements, defined once: the criterion groups
//! and the alternating comparison run the same code.
#![forbid(unsafe_code)]

pub mod alternate;
pub mod codecs;
pub mod contender;
pub mod data;
pub mod frame;
pub mod groups;
pub mod kernels;
pub mod plot;
pub mod random;
pub mod sockets;
pub mod table;
pub mod timed;

/// The README's examples, compiled and run as everything else is.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
