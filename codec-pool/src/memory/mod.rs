//! Chunks of memory, and references to bytes in them: the only unsafe code of
//! this crate.

mod chunk;
#[cfg(all(test, loom))]
mod chunk_models;
#[cfg(all(test, not(loom)))]
mod chunk_tests;
mod grant;
mod pool_bytes;
mod recycler;
pub(crate) mod sync;

pub(crate) use chunk::{Chunk, HEAD, Idle, Lent};
pub(crate) use grant::granted;
#[cfg(test)]
pub(crate) use grant::{fail_after, stop_failing};
pub use pool_bytes::PoolBytes;
pub(crate) use recycler::{Home, Kind, Sampling};
