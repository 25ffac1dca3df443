//! A chunk as a reader fills it: what was received into it, and how much of that may be shared.
//!
//! ```text
//!   given out      opened            came, still sealed      spare
//! |-------------|-----------------|-----------------------|-----------|
//!               ^ `given`         ^ the chunk's `filled`   ^ + `raw`
//! ```
//!
//! If nothing is sealed, everything received so far is `filled`, and there is no `raw`. What is
//! sealed is after `filled`, where the owner of a chunk may write: it is opened there, and
//! only then becomes part of what others may hold.
#![forbid(unsafe_code)]

use crate::memory::{Chunk, ChunkKind, ChunkSlice, ChunkSliceMut, Sampling};

/// A number of bytes, or the knowledge that there are none.
pub trait RawCount: Copy + Default {
    /// `true` if the number is always zero.
    const ZERO: bool;
    /// The number.
    fn get(self) -> usize;
    /// Changes the number.
    fn set(&mut self, count: usize);
}

impl RawCount for () {
    const ZERO: bool = true;

    #[inline(always)]
    fn get(self) -> usize {
        0
    }

    #[inline(always)]
    fn set(&mut self, _: usize) {}
}

impl RawCount for usize {
    const ZERO: bool = false;

    #[inline(always)]
    fn get(self) -> usize {
        self
    }

    #[inline(always)]
    fn set(&mut self, count: usize) {
        *self = count;
    }
}

/// A chunk and how many bytes were received into it that are still sealed.
pub(crate) struct ReadChunk<R> {
    chunk: Chunk,
    raw: R,
}

impl<R: RawCount> ReadChunk<R> {
    /// A chunk as the pool returns it: what another owner has written to it counts as given out.
    #[inline(always)]
    pub(crate) fn new(chunk: Chunk) -> Self {
        debug_assert!(chunk.pending().is_empty(), "the pool has passed it");
        Self { chunk, raw: R::default() }
    }

    /// The chunk, without what is sealed in it.
    #[inline(always)]
    pub(crate) fn into_chunk(self) -> Chunk {
        self.chunk
    }

    /// Returns whether nobody shares it, and nobody is charged for what was shared.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        !self.chunk.sampling.is_on() && self.chunk.is_sole()
    }

    #[inline(always)]
    pub(crate) fn kind(&self) -> ChunkKind {
        self.chunk.kind()
    }

    #[inline(always)]
    pub(crate) fn capacity(&self) -> usize {
        self.chunk.capacity()
    }

    /// Like [`Chunk::memory`].
    pub(crate) fn memory(&self) -> usize {
        self.chunk.memory()
    }

    /// The offset in the chunk to which the next byte is read.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.chunk.filled().len() + self.raw.get()
    }

    /// The offset in the chunk of the next byte to be given out.
    #[inline(always)]
    pub(crate) fn start(&self) -> usize {
        self.chunk.given()
    }

    /// The bytes that were received, opened or not, and not yet given out.
    #[inline(always)]
    pub(crate) fn pending(&self) -> &[u8] {
        if R::ZERO { self.chunk.pending() } else { &self.chunk.bytes(self.end())[self.start()..] }
    }

    /// Number of bytes that are pending.
    #[inline(always)]
    pub(crate) fn pending_len(&self) -> usize {
        self.end() - self.start()
    }

    /// Skips the next `len` of them.
    ///
    /// # Panics
    /// When there are fewer.
    pub(crate) fn pass(&mut self, len: usize) {
        if !R::ZERO {
            // Bytes that are skipped need not be opened.
            let opened = self.chunk.filled().len() - self.start();
            self.open(len.saturating_sub(opened));
        }
        self.chunk.pass(len);
    }

    /// Like [`Chunk::spare_len`].
    #[inline(always)]
    pub(crate) fn spare_len(&self) -> usize {
        self.chunk.spare_len() - self.raw.get()
    }

    /// Like [`Chunk::spare`].
    #[inline(always)]
    pub(crate) fn spare(&mut self) -> &mut [u8] {
        let raw = self.raw.get();
        let spare = self.chunk.spare();
        if R::ZERO { spare } else { &mut spare[raw..] }
    }

    /// Like [`Chunk::limit`].
    ///
    /// # Panics
    /// When more has arrived.
    pub(crate) fn limit(&mut self, len: usize) {
        assert!(self.end() <= len, "what has come stays");
        self.chunk.limit(len);
    }

    /// Like [`Chunk::lift_limit`].
    pub(crate) fn lift_limit(&mut self) {
        self.chunk.lift_limit();
    }

    /// Sets which references to its bytes are noted.
    pub(crate) fn set_sampling(&mut self, sampling: Sampling) {
        self.chunk.sampling = sampling;
    }

    /// Like [`Chunk::advance`].
    #[inline(always)]
    #[must_use]
    pub(crate) fn advance(&mut self, len: usize) -> bool {
        if R::ZERO {
            return self.chunk.advance(len);
        }
        let fits = len <= self.spare_len();
        if fits {
            self.raw.set(self.raw.get() + len);
        }
        fits
    }

    /// Like [`Chunk::append`].
    #[inline(always)]
    #[must_use]
    pub(crate) fn append(&mut self, bytes: &[u8]) -> usize {
        if R::ZERO {
            return self.chunk.append(bytes);
        }
        let spare = self.spare();
        let len = spare.len().min(bytes.len());
        spare[..len].copy_from_slice(&bytes[..len]);
        self.raw.set(self.raw.get() + len);
        len
    }

    /// Like [`Chunk::rewind`].
    #[inline(always)]
    #[must_use]
    pub(crate) fn rewind(&mut self) -> bool {
        if R::ZERO { self.chunk.rewind() } else { self.rewind_raw() }
    }

    fn rewind_raw(&mut self) -> bool {
        let opened = self.chunk.filled().len();
        if !self.chunk.rewind() {
            return false;
        }
        // Sealed bytes come after those that were opened and moved to the front.
        let (front, raw) = (self.chunk.filled().len(), self.raw.get());
        self.chunk.spare().copy_within(opened - front..opened - front + raw, 0);
        true
    }

    /// Like [`Chunk::lend`], for bytes that are not sealed.
    #[inline(always)]
    pub(crate) fn lend(&mut self, before: usize, len: usize, all: usize) -> ChunkSlice<'_> {
        self.chunk.lend(before, len, all)
    }

    /// Like [`Chunk::is_free`].
    pub(crate) fn is_free(&mut self, before: usize) -> bool {
        self.chunk.is_free(before)
    }

    /// Like [`Chunk::lend_mut`], for bytes that are not sealed.
    pub(crate) fn lend_mut(&mut self, before: usize, len: usize, all: usize) -> ChunkSliceMut<'_> {
        self.chunk.lend_mut(before, len, all)
    }

    /// The end of what has been opened or skipped.
    #[inline]
    pub(crate) fn opened(&self) -> usize {
        self.chunk.filled().len()
    }

    /// The sealed bytes.
    #[inline]
    pub(crate) fn sealed_mut(&mut self) -> &mut [u8] {
        let raw = self.raw.get();
        &mut self.chunk.spare()[..raw]
    }

    /// Records that the first `len` of the sealed bytes are opened.
    ///
    /// # Panics
    /// When there were fewer.
    #[inline]
    pub(crate) fn open(&mut self, len: usize) {
        let left = self.raw.get().checked_sub(len).expect("only what came can have been opened");
        self.raw.set(left);
        let fits = self.chunk.advance(len);
        debug_assert!(fits, "it came into this chunk");
    }
}
