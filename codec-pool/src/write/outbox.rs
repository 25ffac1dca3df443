//! Bytes that wait to be sent: finished pieces, and the chunk that is still written to.
#![forbid(unsafe_code)]

use core::task::{Poll, ready};
use std::collections::VecDeque;
use std::io::IoSlice;

use crate::budget::Budget;
use crate::memory::{Chunk, PoolBytes};
use crate::pool::{Pool, PoolError, Request, WaitMode};
use crate::write::allowance::Allowance;

/// Bytes of an entry of the queue.
const ENTRY: usize = size_of::<PoolBytes>();

/// A queue of pieces of pooled memory, the last of which can be appended to.
pub(crate) struct Outbox {
    pool: Pool,
    sealed: VecDeque<PoolBytes>,
    chunk: Option<Chunk>,
    len: usize,
    /// Reserved for the next large frame.
    large: Option<Chunk>,
    allowance: Allowance,
}

impl Outbox {
    pub(crate) const fn new(pool: Pool) -> Self {
        let allowance = Allowance::UNLIMITED;
        Self { pool, sealed: VecDeque::new(), chunk: None, len: 0, large: None, allowance }
    }

    /// Sets how many bytes may wait. Nothing waits yet.
    pub(crate) fn set_max(&mut self, max: usize) {
        self.allowance = Allowance::of(max);
    }

    /// Charges what waits to a budget, too. Nothing waits yet.
    pub(crate) fn set_budget(&mut self, budget: &Budget) {
        self.allowance = self.allowance.within(budget);
    }

    pub(crate) const fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Number of bytes that wait.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Bytes of memory of the frames that wait, with the entries of the queue: a million frames
    /// of two bytes each take more than two million.
    fn held(&self) -> usize {
        self.len.saturating_add(self.sealed.len() * ENTRY)
    }

    /// The bytes that wait, piece by piece.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let open = self.chunk.as_ref().map_or(&[][..], Chunk::pending);
        let sealed = self.sealed.iter().map(PoolBytes::get);
        sealed.chain(core::iter::once(open)).filter(|piece| !piece.is_empty())
    }

    /// Puts the first pieces into `slices`; returns how many there were and how many bytes they
    /// are.
    pub(crate) fn lay_out<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> (usize, usize) {
        let (mut count, mut len) = (0, 0);
        for (slice, piece) in slices.iter_mut().zip(self.pieces()) {
            *slice = IoSlice::new(piece);
            count += 1;
            len += piece.len();
        }
        (count, len)
    }

    /// Copies the first bytes to `room`, as many as it holds; returns how many those are.
    pub(crate) fn copy_front(&self, room: &mut [u8]) -> usize {
        let mut len = 0;
        for piece in self.pieces() {
            let part = piece.len().min(room.len() - len);
            room[len..len + part].copy_from_slice(&piece[..part]);
            len += part;
            if len == room.len() {
                break;
            }
        }
        len
    }

    /// Room for the next frame, as far as there is any already and it may be queued.
    #[inline]
    pub(crate) fn spare(&mut self) -> &mut [u8] {
        self.chunk.as_mut().map_or(&mut [], Chunk::spare)
    }

    /// Makes room for `len` bytes, which is no more than the chunk size, that need not be queued.
    pub(crate) fn make_room(&mut self, len: usize) -> Result<(), PoolError> {
        match self.poll_room(len, &mut WaitMode::Thread) {
            Poll::Ready(result) => result,
            Poll::Pending => unreachable!("a thread waits in place"),
        }
    }

    /// Makes room for `len` bytes, which is no more than the chunk size, that are to be queued.
    pub(crate) fn make_room_to_queue(&mut self, len: usize) -> Result<(), PoolError> {
        if self.allowance.is_unlimited() {
            return self.make_room(len);
        }
        self.seal_before(len);
        self.admit(len)?;
        let room = self.make_room(len);
        self.narrow();
        room
    }

    /// Makes room like [`make_room_to_queue`](Self::make_room_to_queue), for any length: memory for a
    /// larger frame is reserved.
    pub(crate) fn poll_room_to_queue(
        &mut self,
        len: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        self.seal_before(len);
        let least = self.held().saturating_add(len);
        ready!(self.allowance.poll_admit(least, Some(mode)))?;
        let room = self.poll_room(len, mode);
        self.narrow();
        room
    }

    /// Ends the piece in the chunk if that has no room for `len` bytes more: the entry counts.
    #[inline]
    fn seal_before(&mut self, len: usize) {
        let spare = |chunk: &Chunk| chunk.memory() - chunk.filled().len();
        if self.chunk.as_ref().is_some_and(|chunk| spare(chunk) < len) {
            self.seal();
        }
    }

    /// Allows a frame of that many bytes to be [pushed](Self::push), with the entry that it may end.
    pub(crate) fn admit_piece(&mut self, len: usize) -> Result<(), PoolError> {
        let ends = self.chunk.as_ref().is_some_and(|chunk| !chunk.pending().is_empty());
        self.admit(len.saturating_add((1 + usize::from(ends)) * ENTRY))
    }

    /// Allows that many bytes more to wait, without waiting, whatever the policy: a flush makes room.
    pub(crate) fn admit(&mut self, len: usize) -> Result<(), PoolError> {
        match self.allowance.poll_admit(self.held().saturating_add(len), None) {
            Poll::Ready(admitted) => admitted,
            Poll::Pending => unreachable!("it does not wait"),
        }
    }

    /// Leaves no more room in the chunk than may be queued.
    #[inline]
    fn narrow(&mut self) {
        let left = self.allowance.left(self.held());
        if let Some(chunk) = self.chunk.as_mut().filter(|chunk| left < chunk.spare_len()) {
            chunk.limit(chunk.filled().len() + left);
        }
    }

    /// Makes room of any length, whatever may be queued.
    fn poll_room(
        &mut self,
        len: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        if let Some(chunk) = &mut self.chunk {
            chunk.lift_limit();
        }
        if len > self.pool.chunk_size() {
            if self.large.as_ref().is_none_or(|chunk| chunk.spare_len() < len) {
                self.give_back_large();
                let chunk = ready!(self.pool.poll_take(Request::Large(len), mode))?;
                self.large = Some(chunk);
            }
            return Poll::Ready(Ok(()));
        }
        if self.spare().len() >= len {
            return Poll::Ready(Ok(()));
        }
        let next = ready!(self.pool.poll_take(Request::Chunk(len), mode))?;
        debug_assert!(next.pending().is_empty(), "the pool has passed what others wrote");
        self.seal();
        if let Some(full) = self.chunk.take() {
            self.pool.give_back(full);
        }
        self.chunk = Some(next);
        Poll::Ready(Ok(()))
    }

    /// A chunk for one frame of `len` bytes, more than the chunk size.
    pub(crate) fn take_large(&mut self, len: usize) -> Result<Chunk, PoolError> {
        match self.large.take_if(|chunk| chunk.spare_len() >= len) {
            Some(chunk) => Ok(chunk),
            None => self.pool.take(Request::Large(len)),
        }
    }

    fn give_back_large(&mut self) {
        if let Some(chunk) = self.large.take() {
            self.pool.give_back(chunk);
        }
    }

    /// Appends the first `len` spare bytes to those that wait.
    ///
    /// # Panics
    /// When there are fewer.
    #[inline]
    pub(crate) fn append(&mut self, len: usize) {
        let fits = self.chunk.as_mut().is_some_and(|chunk| chunk.advance(len));
        assert!(fits, "what was written fits the room it was written to");
        self.len += len;
    }

    /// Takes the first `len` spare bytes without queueing them.
    ///
    /// # Panics
    /// When there are fewer.
    #[track_caller]
    pub(crate) fn detach(&mut self, len: usize) -> PoolBytes {
        self.seal();
        let chunk = self.chunk.as_mut().expect("there is room that was written to");
        assert!(chunk.advance(len), "what was written fits the room it was written to");
        chunk.share_next(len)
    }

    /// Appends bytes that are reference-counted already, and have been
    /// [admitted](Self::admit_piece) where there is a limit.
    pub(crate) fn push(&mut self, bytes: PoolBytes) {
        self.seal();
        self.len += bytes.len();
        self.sealed.push_back(bytes);
        self.narrow();
    }

    /// Turns what waits in the chunk into a piece that is no longer appended to.
    #[inline]
    #[track_caller]
    fn seal(&mut self) {
        let Some(chunk) = &mut self.chunk else { return };
        let len = chunk.pending().len();
        if len > 0 {
            self.sealed.push_back(chunk.share_next(len));
        }
    }

    /// Drops the first `len` bytes that wait.
    ///
    /// # Panics
    /// When fewer wait.
    pub(crate) fn consume(&mut self, len: usize) {
        assert!(len <= self.len, "only what waits can be consumed");
        self.len -= len;
        self.pass(len);
        self.hold();
    }

    #[inline]
    fn pass(&mut self, len: usize) {
        let mut left = len;
        while let Some(piece) = self.sealed.front_mut() {
            if left < piece.len() {
                piece.advance(left);
                return;
            }
            left -= piece.len();
            self.sealed.pop_front();
        }
        if self.len == 0 {
            self.release();
        } else if let Some(chunk) = &mut self.chunk {
            chunk.pass(left);
        }
    }

    /// Takes all that waits.
    #[track_caller]
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = PoolBytes> {
        self.seal();
        self.len = 0;
        self.release_if_empty();
        self.sealed.drain(..)
    }

    /// Holds of the budget what waits, and the room for more.
    #[inline]
    fn hold(&mut self) {
        let (chunk, held) = (&self.chunk, self.held());
        self.allowance.hold(|| held.saturating_add(chunk.as_ref().map_or(0, Chunk::spare_len)));
    }

    /// Returns the chunk when nothing waits.
    pub(crate) fn release_if_empty(&mut self) {
        if self.len == 0 {
            self.release();
            self.hold();
        } else {
            self.narrow();
        }
    }

    fn release(&mut self) {
        self.give_back_large();
        if let Some(mut chunk) = self.chunk.take() {
            chunk.lift_limit();
            self.pool.give_back(chunk);
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.release();
        self.allowance.hold(|| 0);
    }
}
