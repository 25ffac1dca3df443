//! The bytes that a reader has and has not yet given out.
//!
//! While they arrive, they are in one chunk. Frames borrow from it in place; only a frame that is
//! split by the end of a chunk is moved: to the front of the same chunk when no frame refers to it
//! any more, otherwise to the next.
//!
//! While nothing arrives, the chunk is returned, and the start of the next frame, if some of it has
//! arrived, is set aside as a [`Partial`], in memory of exactly its size. What arrives then is read
//! without first copying that start back:
//!
//! * If the frame fits into a chunk, into one with a gap in front, to which the start is copied
//!   once all of the frame has arrived.
//! * If it doesn't, into any chunk, and from there to the partial frame, except for the last
//!   [`LAST`](crate::read::partial::LAST) bytes. When only those are missing, the frame gets memory
//!   of exactly its length, and stays there until they arrive.
//!
//! So a byte is copied to the partial frame once and out of it once, however many reads it takes to
//! receive the frame.
#![forbid(unsafe_code)]

mod aside;
mod budgeted;
mod opening;
#[cfg(all(test, not(loom)))]
mod tests;

use core::task::{Poll, ready};

use crate::frame::Batch;
use crate::memory::{ChunkKind, ChunkSlice, ChunkSliceMut};
use crate::pool::{Lease, Payer as _, Pool, PoolError, Request, WaitMode, worthwhile};
use crate::read::partial::Partial;
use crate::read::read_chunk::{RawCount, ReadChunk};

/// Received bytes, of which the first are the next frame's.
pub(crate) struct Intake<R: RawCount = ()> {
    pool: Pool,
    chunk: Option<ReadChunk<R>>,
    batch: Batch,
    /// The bytes received before those in the chunk, which then don't begin with a frame.
    partial: Option<Partial>,
    /// Number of bytes that there must be before it makes sense to look for a frame; [`NEVER`]
    /// while some are set aside, whose own need counts.
    pub(crate) need: usize,
    /// The longest payload that is accepted. No chunk has room for a longer one.
    max_payload: u32,
    /// The number of the [`Seat`](crate::budget::Seat) that is charged; zero for none.
    seat: u32,
}

/// A `need` for which no number of bytes is enough.
pub(crate) const NEVER: usize = usize::MAX;

/// Returns whether to fill a chunk from its start again, if nothing in it is kept: all has been
/// given out, and that was a good part of it. Where frames are not kept, the same few pages are
/// written again and again, and stay in the L1 cache.
#[inline]
fn is_used<R: RawCount>(chunk: &ReadChunk<R>) -> bool {
    chunk.start() > chunk.capacity() / 4 && chunk.start() == chunk.end()
}

/// Writes bytes after what is in a chunk.
///
/// # Panics
/// When there is no room for them.
fn append<R: RawCount>(chunk: &mut ReadChunk<R>, bytes: &[u8]) {
    assert!(chunk.append(bytes) == bytes.len(), "there is room for them");
}

impl<R: RawCount> Intake<R> {
    pub(crate) fn new(pool: Pool, need: usize, max_payload: usize) -> Self {
        let (chunk, batch, partial) = (None, Batch::default(), None);
        let mut this = Self { pool, chunk, batch, partial, need, max_payload: 0, seat: 0 };
        this.set_max_payload(max_payload);
        this
    }

    pub(crate) fn set_max_payload(&mut self, bytes: usize) {
        self.max_payload = u32::try_from(bytes).unwrap_or(u32::MAX);
    }

    /// The longest payload that is accepted.
    #[inline]
    pub(crate) const fn max_payload(&self) -> usize {
        self.max_payload as usize
    }

    /// Returns whether nothing was received that is not given out, and a frame may follow.
    #[inline(always)]
    pub(crate) fn is_drained(&self) -> bool {
        self.need != NEVER && self.chunk.as_ref().is_none_or(|chunk| chunk.pending_len() == 0)
    }

    /// The received bytes in the chunk that are not given out.
    #[inline]
    pub(crate) fn pending(&self) -> &[u8] {
        self.chunk.as_ref().map_or(&[], ReadChunk::pending)
    }

    /// Returns whether there is a chunk for a large frame, and nothing in it.
    #[inline]
    pub(crate) fn is_oversized(&self) -> bool {
        self.chunk.as_ref().is_some_and(|chunk| chunk.kind() == ChunkKind::Large)
            && self.pending().is_empty()
    }

    /// Returns whether there is a chunk.
    pub(crate) const fn has_chunk(&self) -> bool {
        self.chunk.is_some()
    }

    /// Number of bytes that there must be, of those set aside or else of those pending.
    pub(crate) fn needed(&self) -> usize {
        self.partial.as_ref().map_or(self.need, Partial::need)
    }

    /// Number of bytes that were received and not yet given out.
    pub(crate) fn pending_len(&self) -> usize {
        match &self.partial {
            None => self.pending().len(),
            Some(partial) => partial.len() + partial.landed(),
        }
    }

    /// Everything that was received and not yet given out, in one piece. If some was set aside, all
    /// of it is afterwards.
    pub(crate) fn joined(&mut self) -> &[u8] {
        if self.is_whole() {
            self.join();
        }
        if self.has_budget() {
            self.keeping_charges(Self::set_aside);
        }
        let Some(partial) = &mut self.partial else { return self.pending() };
        if let Some(mut chunk) = self.chunk.take() {
            let landed = partial.gap(self.pool.chunk_size())..;
            partial.join(&chunk.spare()[landed][..partial.landed()], &self.pool);
            self.give_back(chunk);
        } else {
            partial.join(&[], &self.pool);
        }
        self.partial.as_ref().map_or(&[], Partial::first)
    }

    /// The room to which more may be written.
    #[inline]
    pub(crate) fn spare(&mut self) -> &mut [u8] {
        if self.partial.is_some() {
            return self.spare_behind();
        }
        self.chunk.as_mut().map_or(&mut [], ReadChunk::spare)
    }

    /// Counts the first `len` spare bytes as received; false when there are fewer.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) -> bool {
        if self.partial.is_some() {
            return self.advance_behind(len);
        }
        match &mut self.chunk {
            Some(chunk) => chunk.advance(len),
            None => len == 0,
        }
    }

    /// Skips bytes without giving them out.
    pub(crate) fn discard(&mut self, len: usize) {
        debug_assert!(len <= self.pending().len(), "only what has come can be discarded");
        if let Some(chunk) = &mut self.chunk {
            chunk.pass(len);
        }
    }

    /// Gives out the next `all` bytes, and lends `len` of them, after the first `before`; returns
    /// where in the chunk those start.
    #[inline(always)]
    pub(crate) fn lend(
        &mut self,
        before: usize,
        len: usize,
        all: usize,
    ) -> (usize, ChunkSlice<'_>, &mut Batch) {
        let chunk = self.chunk.as_mut().expect("there are bytes to lend");
        let start = chunk.start() + before;
        (start, chunk.lend(before, len, all), &mut self.batch)
    }

    /// Returns whether no other reference covers any of the bytes after the next `before`. Frames
    /// that were shared before keep what they have, if they are still alive.
    pub(crate) fn is_front_free(&mut self, before: usize) -> bool {
        self.batch = Batch::default();
        self.chunk.as_mut().is_none_or(|chunk| chunk.is_free(before))
    }

    /// Like [`lend`](Self::lend), with the right to change them, where no other may
    /// [see them](Self::is_front_free).
    pub(crate) fn lend_mut(
        &mut self,
        before: usize,
        len: usize,
        all: usize,
    ) -> (usize, ChunkSliceMut<'_>, &mut Batch) {
        let chunk = self.chunk.as_mut().expect("there are bytes to lend");
        let start = chunk.start() + before;
        (start, chunk.lend_mut(before, len, all), &mut self.batch)
    }

    /// Returns the chunk to the pool. What was pending is dropped.
    #[inline(never)]
    pub(crate) fn release(&mut self) {
        if let Some(partial) = self.partial.take() {
            self.need = partial.need();
            partial.discard(&self.pool);
            if let Some(seat) = self.seat() {
                seat.settle();
            }
        }
        if let Some(chunk) = self.chunk.take() {
            self.give_back(chunk);
        }
    }

    /// Returns the chunk to the pool, where nothing is pending and nothing is set aside.
    #[inline(always)]
    pub(crate) fn settle(&mut self) {
        debug_assert!(self.pending_len() == 0, "what is pending would be dropped");
        debug_assert!(self.partial.is_none(), "what is set aside would be left behind");
        if self.batch.is_empty() && self.chunk.as_ref().is_some_and(ReadChunk::is_plain) {
            if let Some(chunk) = self.chunk.take() {
                self.pool.put_closed(chunk.into_chunk().into_idle());
            }
        } else if let Some(chunk) = self.chunk.take() {
            self.give_back(chunk);
        }
    }

    fn give_back(&mut self, chunk: ReadChunk<R>) {
        self.batch = Batch::default();
        self.pool.give_back(chunk.into_chunk());
    }

    /// Makes room for more, when `need` bytes are needed from the next frame's start and `coming`
    /// bytes are about to be written. What is there already counts, so a frame's memory grows only
    /// as far as it has arrived, doubling each time, unless free memory for all of it is kept.
    ///
    /// On error nothing changes.
    #[inline]
    pub(crate) fn make_room(
        &mut self,
        need: usize,
        coming: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        if self.has_room(need) {
            return Poll::Ready(Ok(()));
        }
        self.search_room(need, coming, mode)
    }

    /// Returns whether the chunk has room for another read, and no `Bytes` was made of the last
    /// one: the common case.
    #[inline]
    pub(crate) fn has_room(&mut self, need: usize) -> bool {
        if let Some(chunk) = &self.chunk
            && chunk.spare_len() >= worthwhile(chunk.capacity())
            && chunk.capacity() - chunk.start() >= need
            && self.batch.is_empty()
        {
            if is_used(chunk) {
                self.start_over();
            }
            return true;
        }
        false
    }

    /// Takes in bytes if the chunk has room, the common case, and returns how many. No room is
    /// found while the need is [`NEVER`].
    #[inline]
    pub(crate) fn take_in(&mut self, bytes: &[u8]) -> Option<usize> {
        let need = self.need;
        if !self.has_room(need)
            && (need == NEVER || bytes.is_empty() || !self.make_room_at_once(need))
        {
            return None;
        }
        Some(self.chunk.as_mut()?.append(bytes))
    }

    /// Lets `read` write to the room that there is; returns the length of that, too. A `leased`
    /// right to wait with it is given up afterwards, even after a panic.
    #[inline]
    pub(crate) fn read_with<T>(
        &mut self,
        leased: bool,
        read: impl FnOnce(&mut [u8]) -> T,
    ) -> (T, usize) {
        let _lease = leased.then(|| Lease::of(&self.pool));
        let spare = match &self.partial {
            None => self.chunk.as_mut().map_or(&mut [][..], ReadChunk::spare),
            Some(partial) => aside::room_behind(&mut self.chunk, partial, self.pool.chunk_size()),
        };
        debug_assert!(!spare.is_empty(), "there is room when no frame waits");
        let room = spare.len();
        (read(spare), room)
    }

    /// Writes the chunk from its start again, unless others keep frames in it.
    #[inline(never)]
    fn start_over(&mut self) {
        if self.has_budget() {
            // The budget has not granted the room that this would make.
            return;
        }
        if let Some(chunk) = &mut self.chunk {
            // If others do, writing continues where it is.
            let _ = chunk.rewind();
        }
    }

    #[inline(never)]
    fn search_room(
        &mut self,
        need: usize,
        coming: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        if self.has_budget() {
            return self.search_room_in_budget(need, coming, mode);
        }
        if !mode.has_waited() && self.take_at_hand(need) {
            return Poll::Ready(Ok(()));
        }
        self.search_room_now(need, coming, mode)
    }

    /// Takes a chunk that the pool has at hand for this thread, if the reader has nothing: the
    /// common case of one that wakes up.
    #[inline(always)]
    fn take_at_hand(&mut self, need: usize) -> bool {
        if self.chunk.is_some() || self.partial.is_some() || self.has_budget() {
            return false;
        }
        let room = need.min(self.pool.chunk_size());
        self.chunk = self.pool.take_at_hand(room).map(ReadChunk::new);
        self.chunk.is_some()
    }

    fn search_room_now(
        &mut self,
        need: usize,
        coming: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        if self.partial.is_some() {
            return self.make_room_behind(coming, mode);
        }
        if self.chunk.is_some() {
            if self.make_room_in_chunk_now(need) {
                return Poll::Ready(Ok(()));
            }
            if !self.pending().is_empty() {
                return self.move_pending(need, mode);
            }
            // A full chunk with others' frames is left to those frames.
            self.release();
        }
        let request = Request::Chunk(need.min(self.pool.chunk_size()));
        let chunk = ReadChunk::new(ready!(self.pool.poll_take(request, mode))?);
        self.chunk = Some(chunk);
        Poll::Ready(Ok(()))
    }

    /// Makes room in the current chunk, or in one that is at hand.
    #[inline(always)]
    fn make_room_at_once(&mut self, need: usize) -> bool {
        if self.chunk.is_some() { self.make_room_in_chunk(need) } else { self.wake_up(need) }
    }

    /// Makes room in the current chunk, if that is possible at once.
    #[inline(never)]
    fn make_room_in_chunk(&mut self, need: usize) -> bool {
        !self.has_budget() && self.make_room_in_chunk_now(need)
    }

    #[inline(never)]
    fn wake_up(&mut self, need: usize) -> bool {
        self.take_at_hand(need)
    }

    fn make_room_in_chunk_now(&mut self, need: usize) -> bool {
        let Some(chunk) = &mut self.chunk else { return false };
        self.batch = Batch::default();
        let pending = chunk.pending_len();
        let spare = chunk.spare_len();
        let enough = if need <= pending {
            true // frames wait to be taken out first
        } else if need > self.pool.chunk_size() {
            // Move the little that was received of a long frame now, rather than more of it later.
            let start = chunk.start();
            let fits = need <= chunk.capacity() - start;
            spare > 0 && (fits || start == 0 || pending > worthwhile(chunk.capacity()))
        } else {
            // Move a short piece of a frame, rather than have the next read bring only the few
            // bytes for which there is room.
            let low = worthwhile(chunk.capacity());
            pending + spare >= need && (spare >= low || pending > low)
        };
        if enough && !is_used(chunk) {
            return true;
        }
        chunk.start() > 0 && chunk.rewind() || enough
    }

    /// Moves what is pending to another chunk.
    #[cold]
    fn move_pending(
        &mut self,
        need: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        let chunk_size = self.pool.chunk_size();
        let pending = self.pending().len();
        let request = if need <= chunk_size {
            Request::Chunk(need)
        } else {
            // Memory that is allocated already costs nothing more, whatever the header declares;
            // and what is in it need not move again.
            let now = need.min(chunk_size.max(pending.saturating_mul(2)));
            Request::Growing { now, whole: need }
        };
        let mut next = ReadChunk::new(ready!(self.pool.poll_take(request, mode))?);
        append(&mut next, self.pending());
        self.release();
        self.chunk = Some(next);
        Poll::Ready(Ok(()))
    }
}

impl<R: RawCount> Drop for Intake<R> {
    fn drop(&mut self) {
        self.release();
        self.leave_budget();
    }
}
