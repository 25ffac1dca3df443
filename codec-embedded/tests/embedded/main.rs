//! The crate from outside: frames, COBS, asynchronous sources, inputs made to hurt.
#![cfg(all(feature = "async", feature = "crc"))]

mod asynchronous;
mod cobs_frames;
mod frames;
mod link;
