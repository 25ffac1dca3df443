//! Bytes of a chunk that its owner lends: to read and share, or to change.
#![forbid(unsafe_code)]

use core::ops::Range;

use crate::memory::chunk::Chunk;
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
        let shared = PoolBytes::over(self.chunk.link, self.bytes);
        self.chunk.counted(shared)
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
    pub(super) bytes: &'r mut [u8],
    pub(super) chunk: &'r mut Chunk,
}

impl<'r> ChunkSliceMut<'r> {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes
    }

    /// The same bytes, which don't change any more and may be shared: they are given out.
    pub(crate) fn freeze(self) -> ChunkSlice<'r> {
        ChunkSlice { bytes: self.bytes, chunk: self.chunk }
    }
}
