//! The tests of the crate in one binary. What must run optimised (`stack`) has its own.
#![forbid(unsafe_code)]

extern crate codec_bincode as bincode;

mod blocks;
mod differential;
mod faults;
mod hostile;
mod runs;
mod sniffing;
