//! Packed sequences, compared with the vectors that they replace.

mod allocations;
mod as_vectors;
mod attributes;
mod bounded;
mod elements;
mod sample;
