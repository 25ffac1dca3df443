//! Packed sequences beside the vectors that they take the place of.
#![cfg(all(feature = "std", feature = "derive"))]

mod allocations;
mod as_vectors;
mod attributes;
mod bounded;
mod elements;
mod sample;
