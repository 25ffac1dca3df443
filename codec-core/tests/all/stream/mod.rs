//! Values read from streams and written to them, whatever the stream does.

mod bare;
mod blocking;
mod costs;
mod cuts;
mod faults;
mod limits;
mod linear;
mod matrix;
mod pieces;
mod reader;
mod records;
mod sources;
mod writer;

/// The step from one length of a piece to the next: all lengths, but only a few under an
/// interpreter, starting with one byte.
const STRIDE: usize = if cfg!(miri) { 41 } else { 1 };
