//! Errors of the pool: small values that own nothing.
#![forbid(unsafe_code)]

use core::fmt;

use crate::pool::excess::Excess;

/// Why there is no pool, or no chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PoolError {
    /// The chunk size is out of the range that a pool allows.
    ChunkSize,
    /// A pool needs at least one chunk.
    NoChunks,
    /// More chunks are to be preallocated than the pool may own.
    Prefault,
    /// All chunks are in use, and the policy is [`Policy::Fail`](crate::Policy::Fail),
    /// or those from the heap are at their limit.
    Exhausted,
    /// The bytes set aside for frames larger than a chunk are in use.
    LargeExhausted,
    /// No chunk was returned within the time-out of [`Policy::Wait`](crate::Policy::Wait).
    TimedOut,
    /// The pool was closed.
    Closed,
    /// A [`Budget`](crate::Budget) is exceeded.
    OverBudget(Excess),
    /// The system has no more memory.
    OutOfMemory,
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OverBudget(excess) => return excess.fmt(f),
            Self::ChunkSize => "chunk size is not from 64 bytes to 1 GiB",
            Self::NoChunks => "a pool needs at least one chunk",
            Self::Prefault => "more chunks to allocate at once than the pool may own",
            Self::Exhausted => "all chunks of the pool are in use",
            Self::LargeExhausted => "the pool's memory for large frames is in use",
            Self::TimedOut => "no chunk of the pool became free in time",
            Self::Closed => "the pool is closed",
            Self::OutOfMemory => "out of memory",
        })
    }
}

impl core::error::Error for PoolError {}
