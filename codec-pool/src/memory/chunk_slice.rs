//! Bytes of a chunk that its owner lends: to read and share, or to change.
#![expect(unsafe_code, reason = "the invariants are those of `chunk`")]

use core::ops::Range;
use core::panic::Location;

use crate::memory::chunk::{CREDIT, Chunk, retain};
use crate::memory::pool_bytes::PoolBytes;

/// Written bytes of a chunk whose owner is borrowed as long.
pub(crate) struct ChunkSlice<'r> {
    pub(super) bytes: &'r [u8],
    pub(super) chunk: &'r mut Chunk,
}

impl<'r> ChunkSlice<'r> {
    #[inline]
    pub(crate) fn bytes(&self) -> &'r [u8] {
        self.bytes
    }

    /// A reference-counted view of the same bytes: no atomic operation.
    #[inline]
    #[track_caller]
    pub(crate) fn share(&mut self) -> PoolBytes {
        if self.chunk.credits == 1 {
            retain(self.chunk.refs(), CREDIT);
            self.chunk.credits += CREDIT;
        }
        // One of the owner's references becomes that of the `PoolBytes`; at
        // least one stays (invariant 3).
        self.chunk.credits -= 1;
        let mut shared = PoolBytes::over(self.chunk.head, self.bytes);
        if self.chunk.sampling.is_on() && self.chunk.sampling.is_due() {
            shared = shared.noted(Location::caller(), self.chunk.sampling.because());
        }
        shared
    }

    /// Like [`share`](Self::share), for other bytes of the chunk.
    ///
    /// # Panics
    /// When the range is not inside what has been written.
    #[inline]
    #[track_caller]
    pub(crate) fn share_range(&mut self, range: Range<usize>) -> PoolBytes {
        self.chunk.share(range)
    }

    /// Number of bytes of the chunk that have been written.
    #[inline]
    pub(crate) fn written(&self) -> usize {
        self.chunk.filled().len()
    }
}

/// Written bytes of a chunk that no other reference covers, and whose owner is borrowed
/// as long.
pub(crate) struct ChunkSliceMut<'r> {
    /// Beyond what was given and covered when this was made.
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) chunk: &'r mut Chunk,
}

impl<'r> ChunkSliceMut<'r> {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.chunk.filled()[self.start..self.start + self.len]
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: `Chunk::lend_mut` found them there, and the owner is borrowed since.
        unsafe { self.chunk.filled_mut(self.start, self.len) }
    }

    /// The same bytes, which don't change any more and may be shared.
    pub(crate) fn freeze(self) -> ChunkSlice<'r> {
        let Self { start, len, chunk } = self;
        chunk.relend(start..start + len)
    }
}
