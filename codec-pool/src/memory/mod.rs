//! Chunks of memory, and references to bytes in them: the only unsafe code of
//! this crate.

mod allocation;
mod chunk;
mod chunk_lend;
mod chunk_limit;
#[cfg(all(test, loom))]
mod chunk_models;
mod chunk_slice;
#[cfg(all(test, not(loom)))]
mod chunk_tests;
#[cfg(all(test, not(loom)))]
mod foreign_waker;
mod pool_bytes;
mod recycler;
mod spin_lock;
#[cfg(test)]
mod spin_lock_tests;
pub(crate) mod sync;

pub(crate) use allocation::may_allocate;
#[cfg(test)]
pub(crate) use allocation::{fail_after, stop_failing};
pub(crate) use chunk::{Chunk, HEAD, Idle};
pub(crate) use chunk_slice::{ChunkSlice, ChunkSliceMut};
#[cfg(all(test, not(loom)))]
pub(crate) use foreign_waker::foreign_waker;
pub use pool_bytes::PoolBytes;
pub(crate) use recycler::{Because, ChunkKind, Recycler, Sampling};
pub(crate) use spin_lock::{SpinGuard, SpinLock};
