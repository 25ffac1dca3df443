//! Lending and sharing of a chunk's bytes by its owner.
#![expect(unsafe_code, reason = "the invariants are those of `chunk`")]

use core::ops::Range;
use core::panic::Location;
use core::{ptr, slice};

use crate::memory::chunk::{CREDIT, Chunk, retain};
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
        let bytes = ptr::from_ref(&self.pending()[before..][..len]);
        self.give(before, len, all);
        // SAFETY: `bytes` was a borrow of `self`, which `ChunkSlice` takes over: it keeps `self`
        // borrowed, mutably, for as long as it lives, and offers nothing that writes bytes or
        // lowers `filled` (4); nor are the bytes part of `*self`. Trusts `give`.
        let bytes = unsafe { &*bytes };
        ChunkSlice { bytes, chunk: self }
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
        // No `PoolBytes` can be made at `start` while `self` is borrowed, mutably, by what this is put in.
        // SAFETY: Inside the allocation and initialised (1, 2, 4). No `PoolBytes` is at or beyond `start`:
        // what was given and what is covered end before it (5). Trusts `is_free` and `share`.
        let bytes = unsafe { slice::from_raw_parts_mut(self.link.byte(start).get(), len) };
        ChunkSliceMut { bytes, chunk: self }
    }

    /// Gives one of the owner's references to bytes of this chunk that have none yet: what is
    /// shared must be given out, or covered (invariant 5).
    #[inline(always)]
    #[track_caller]
    pub(super) fn counted(&mut self, shared: PoolBytes) -> PoolBytes {
        if self.credits == 1 {
            retain(self.refs(), CREDIT);
            self.credits += CREDIT;
        }
        // One of the owner's references becomes that of the `PoolBytes`; at
        // least one stays (invariant 3).
        self.credits -= 1;
        if self.sampling.is_on() && self.sampling.is_due() {
            return shared.noted(Location::caller(), self.sampling.because());
        }
        shared
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
        let shared = PoolBytes::over(self.link, &self.filled()[range]);
        if self.covered() < end {
            self.set_covered(end);
        }
        self.counted(shared)
    }
}
