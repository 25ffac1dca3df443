//! Which state each type has, sorted by where the types come from.
#![forbid(unsafe_code)]

mod composed;
#[cfg(feature = "alloc")]
mod heap;
#[cfg(feature = "alloc")]
mod map;
mod plain;
mod whole;
