//! The public API of the crate: frames, COBS, asynchronous sources, hostile input.
#![cfg(all(feature = "async", feature = "crc"))]

mod asynchronous;
mod bad_input;
mod cobs_frames;
mod encrypted;
mod faults;
mod frames;
mod link;
