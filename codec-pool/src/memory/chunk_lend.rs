//! Lending and sharing of a chunk's bytes by its owner.
#![expect(unsafe_code, reason = "the invariants are those of `chunk`")]

use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

use crate::memory::chunk::{Chunk, first_byte};
use crate::memory::chunk_slice::{ChunkSlice, ChunkSliceMut};
use crate::memory::pool_bytes::PoolBytes;

impl Chunk {
    /// Gives out the next `all` written bytes, and lends `len` of them, after the first
    /// `before`, together with the right to share them.
    ///
    /// # Panics
    /// When fewer are pending, or `all` is less than `before + len`.
    #[inline(always)]
    pub(crate) fn lend(&mut self, before: usize, len: usize, all: usize) -> ChunkSlice<'_> {
        // Indexes `pending()`, so that the compiler can merge this check with one that the caller
        // has just made there.
        let bytes = NonNull::from(&self.pending()[before..][..len]);
        self.give(before, len, all);
        // SAFETY: they are some of the written bytes.
        unsafe { self.slice_of(bytes) }
    }

    /// Gives out the next `all` bytes. That `len` of them are pending was checked already.
    #[inline(always)]
    fn give(&mut self, before: usize, len: usize, all: usize) {
        if before == 0 && len == all {
            self.given += all;
            return;
        }
        assert!(len <= all && before <= all - len, "what is lent is given out");
        self.pass(all);
    }

    /// Written bytes, with the right to share them: what is shared must be given out, or
    /// covered (invariant 5).
    #[inline(always)]
    fn slice(&mut self, range: Range<usize>) -> ChunkSlice<'_> {
        let bytes = NonNull::from(&self.filled()[range]);
        // SAFETY: they are some of the written bytes.
        unsafe { self.slice_of(bytes) }
    }

    /// Written bytes, with the right to share them.
    ///
    /// # Safety
    /// `bytes` are inside [`filled`](Self::filled), from which the pointer is made.
    #[inline(always)]
    unsafe fn slice_of(&mut self, bytes: NonNull<[u8]>) -> ChunkSlice<'_> {
        // The borrow of `self` that `bytes` ended is taken over by `ChunkSlice`.
        // SAFETY: that keeps `self` borrowed, mutably, as long as the slice lives, and offers
        // nothing that writes bytes or lowers `filled`; nor is the slice part of `*self`.
        let bytes = unsafe { bytes.as_ref() };
        ChunkSlice { bytes, chunk: self }
    }

    /// Returns whether no other reference covers any of the bytes that were not given out, after
    /// the first `before` of them.
    pub(crate) fn is_free(&mut self, before: usize) -> bool {
        if self.given + before < self.covered() && self.is_sole() {
            // No `PoolBytes` exists any more.
            self.set_covered(0);
        }
        self.covered() <= self.given + before
    }

    /// Like [`lend`](Self::lend), with the right to change them.
    ///
    /// # Panics
    /// The same as [`lend`](Self::lend), and when they are not [free](Self::is_free).
    pub(crate) fn lend_mut(&mut self, before: usize, len: usize, all: usize) -> ChunkSliceMut<'_> {
        assert!(self.is_free(before), "no other reference covers them");
        let start = self.given + before;
        assert!(len <= self.filled - start.min(self.filled), "what is lent was written");
        self.give(before, len, all);
        // No `PoolBytes` is at or beyond `start`, which is neither below what was given
        // nor below what is covered (invariant 5).
        ChunkSliceMut { start, len, chunk: self }
    }

    /// Written bytes, to be changed.
    ///
    /// # Safety
    /// `self` has been mutably borrowed, and has shared nothing, since they were found to be
    /// beyond what was given and covered.
    pub(super) unsafe fn filled_mut(&mut self, start: usize, len: usize) -> &mut [u8] {
        // SAFETY: inside the allocation and initialised (1, 2, 4), and no `PoolBytes` covers
        // any of them (5), by the caller's promise; `self` is mutably borrowed.
        unsafe { slice::from_raw_parts_mut(first_byte(self.head).add(start).as_ptr(), len) }
    }

    /// Lends, for reading, bytes that were lent to be changed.
    pub(super) fn relend(&mut self, range: Range<usize>) -> ChunkSlice<'_> {
        assert!(range.end <= self.given, "it was given out");
        self.slice(range)
    }

    /// A reference-counted view of the next `len` written bytes, which are given out.
    ///
    /// # Panics
    /// When fewer are pending.
    #[inline]
    #[track_caller]
    pub(crate) fn share_next(&mut self, len: usize) -> PoolBytes {
        self.lend(0, len, len).share()
    }

    /// A reference-counted view of any written bytes.
    ///
    /// # Panics
    /// When the range is not inside what has been written.
    #[inline]
    #[track_caller]
    pub(crate) fn share(&mut self, range: Range<usize>) -> PoolBytes {
        let end = range.end;
        let mut slice = self.slice(range);
        if slice.chunk.covered() < end {
            slice.chunk.set_covered(end);
        }
        slice.share()
    }
}
