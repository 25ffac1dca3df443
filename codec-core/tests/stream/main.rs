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
