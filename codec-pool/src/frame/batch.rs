//! One reference count for all frames of a read.
#![forbid(unsafe_code)]

use core::ops::Range;

use bytes::Bytes;

use crate::memory::ChunkSlice;

/// `Bytes` over what came with one read, so that all its frames share one box.
/// A `Bytes` over the whole chunk, made once, would do with even fewer, but
/// then it would cover bytes that are still being written.
#[derive(Default)]
pub(crate) struct Batch {
    bytes: Bytes,
    /// The offset in the chunk at which `bytes` starts.
    start: usize,
}

impl Batch {
    /// Returns whether nothing of the last read is shared.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// `Bytes` that cover a part of the chunk.
    #[inline]
    #[track_caller]
    pub(crate) fn cover(&mut self, range: &Range<usize>, slice: &mut ChunkSlice<'_>) -> &Bytes {
        if range.start < self.start || self.start + self.bytes.len() < range.end {
            self.renew(range.start, slice);
        }
        &self.bytes
    }

    /// Covers what was written from `start` on. Not inlined, so that what calls it is small enough to be:
    /// a decoded value that a call returns is copied out of memory in other pieces than it was stored in,
    /// which takes longer than this call.
    #[inline(never)]
    #[track_caller]
    fn renew(&mut self, start: usize, slice: &mut ChunkSlice<'_>) {
        self.start = start;
        self.bytes = slice.share_range(start..slice.written()).into();
    }

    /// A part of the chunk as `Bytes`.
    #[track_caller]
    pub(crate) fn slice(&mut self, range: Range<usize>, slice: &mut ChunkSlice<'_>) -> Bytes {
        self.cover(&range, slice);
        self.bytes.slice(range.start - self.start..range.end - self.start)
    }
}
