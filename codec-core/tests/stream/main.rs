//! Values out of streams and into them, whatever the stream does.
#![cfg(feature = "std")]

mod bare;
mod blocking;
mod costs;
mod cuts;
mod faults;
mod limits;
mod linear;
mod pieces;
mod reader;
mod records;
mod sources;
mod writer;

/// From one length of a piece to the next: all of them, and where each step is interpreted
/// a few, of which one byte is the first.
const STRIDE: usize = if cfg!(miri) { 41 } else { 1 };
