//! The part of an intake that waits: setting the start of a frame aside, and
//! reading after it.
#![forbid(unsafe_code)]

#[cfg(all(test, not(loom)))]
mod tests;

use core::task::{Poll, ready};

use crate::pool::{Lease, PoolError, Request, WaitMode, worthwhile};
use crate::read::partial::{LAST, Partial};
use crate::read::read_chunk::{RawCount, ReadChunk};

use super::{Intake, NEVER, append};

impl<R: RawCount> Intake<R> {
    /// Returns the chunk, while nothing arrives. The start of a frame that is in it is set aside,
    /// unless it takes up the chunk except for a few bytes. Where there is no memory for it, or the
    /// pool may not hold so much of this kind, the chunk stays. Not to be called while a complete
    /// frame may be there.
    pub(crate) fn set_aside(&mut self) {
        let Some(chunk) = &mut self.chunk else { return };
        let set_aside = if let Some(partial) = &mut self.partial {
            let bytes = &chunk.spare()[partial.gap(self.pool.chunk_size())..];
            let done = partial.append(&bytes[..partial.landed()], &self.pool);
            if done {
                partial.set_landed(0);
            }
            done
        } else {
            let bytes = chunk.pending();
            // A budget that leaves little room to fill makes the chunk no smaller.
            if !bytes.is_empty() && chunk.memory() - bytes.len() > LAST {
                self.partial = Partial::new(self.need, bytes, &self.pool);
            }
            self.need = if self.partial.is_some() { NEVER } else { self.need };
            self.partial.is_some() || bytes.is_empty()
        };
        if set_aside && let Some(chunk) = self.chunk.take() {
            self.give_back(chunk);
        }
    }

    /// Takes in bytes that don't complete the frame whose start is set aside; without a chunk, if
    /// there is none already. Returns false, and does nothing, when that is not possible.
    pub(crate) fn add_aside(&mut self, bytes: &[u8]) -> bool {
        let has_budget = self.has_budget();
        let Some(partial) = &mut self.partial else { return false };
        !has_budget
            && self.chunk.is_none()
            && bytes.len() < partial.need().saturating_sub(partial.len())
            && partial.append(bytes, &self.pool)
    }

    /// Takes in bytes that were read already, whatever the limits of the pool are; there is no
    /// chunk, and none is taken. False when the system has no memory for them.
    pub(crate) fn keep_aside(&mut self, bytes: &[u8]) -> bool {
        debug_assert!(self.chunk.is_none(), "then they would have been read into that");
        if self.partial.is_none() {
            self.partial = Partial::new_unlimited(self.need, &self.pool);
            self.need = if self.partial.is_some() { NEVER } else { self.need };
        }
        let Some(partial) = &mut self.partial else { return false };
        partial.append_unlimited(bytes, &self.pool)
    }

    /// Returns whether the start that is set aside, joined with what has landed after it, is a
    /// whole frame, or header.
    pub(crate) fn is_whole(&self) -> bool {
        self.partial.as_ref().is_some_and(|partial| {
            self.chunk.is_some() && partial.len() + partial.landed() >= partial.need()
        })
    }

    /// Returns whether a whole frame, or header, is set aside, and there is no chunk to join it in:
    /// there was no memory for one.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.partial
            .as_ref()
            .is_some_and(|partial| self.chunk.is_none() && partial.len() >= partial.need())
    }

    /// Number of bytes that may be read without a chunk, so that they can be assembled in one with
    /// what is there.
    pub(crate) fn room_aside(&self) -> usize {
        let (len, need) = self.partial.as_ref().map_or((0, self.need), |it| (it.len(), it.need()));
        need.max(self.pool.chunk_size()) - len
    }

    #[cold]
    pub(crate) fn spare_behind(&mut self) -> &mut [u8] {
        match &self.partial {
            Some(partial) => room_behind(&mut self.chunk, partial, self.pool.chunk_size()),
            None => &mut [],
        }
    }

    #[cold]
    pub(crate) fn advance_behind(&mut self, len: usize) -> bool {
        let fits = len <= self.spare_behind().len();
        if fits && let Some(partial) = &mut self.partial {
            partial.set_landed(partial.landed() + len);
        }
        fits
    }

    /// Copies what is set aside in front of what has landed after it.
    #[cold]
    pub(crate) fn join(&mut self) {
        let (Some(chunk), Some(partial)) = (&mut self.chunk, self.partial.take()) else { return };
        debug_assert!(
            partial.gap(self.pool.chunk_size()) == partial.len(),
            "there is a gap for it"
        );
        partial.copy_to(chunk.spare());
        let fits = chunk.advance(partial.len() + partial.landed());
        debug_assert!(fits, "it was written there");
        self.need = partial.need();
        partial.discard(&self.pool);
    }

    /// Like [`make_room`](Self::make_room), when the start of a frame is set aside.
    #[cold]
    pub(crate) fn make_room_behind(
        &mut self,
        coming: usize,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        let Some(partial) = &self.partial else { return Poll::Ready(Ok(())) };
        let (chunk_size, need) = (self.pool.chunk_size(), partial.need());
        if let Some(chunk) = &mut self.chunk {
            let spare = chunk.spare_len() - partial.landed();
            if need <= chunk_size || partial.room(chunk_size) > 0 && spare >= worthwhile(chunk_size)
            {
                return Poll::Ready(Ok(()));
            }
            self.set_aside();
            if self.chunk.is_some() {
                return self.gather(Request::Growing { now: 0, whole: need }, mode);
            }
        }
        let Some(partial) = &self.partial else { return Poll::Ready(Ok(())) };
        let len = partial.len();
        if need <= chunk_size {
            let chunk = ready!(self.pool.poll_take(Request::Chunk(need.max(len)), mode))?;
            self.chunk = Some(ReadChunk::new(chunk));
            if len >= need {
                self.join();
            }
            return Poll::Ready(Ok(()));
        }
        let left = need.saturating_sub(len);
        if left <= coming || left == 0 {
            return self.gather(Request::Large(need), mode);
        }
        if left <= LAST {
            return self.gather(Request::Exact(need), mode);
        }
        let chunk = ready!(self.pool.poll_take(Request::Chunk(worthwhile(chunk_size)), mode))?;
        self.chunk = Some(ReadChunk::new(chunk));
        Poll::Ready(Ok(()))
    }

    /// Moves everything received so far to one large chunk.
    fn gather(
        &mut self,
        request: Request,
        mode: &mut WaitMode<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        let request = match request {
            Request::Growing { whole, .. } => {
                let now = whole.min(self.pending_len().saturating_mul(2));
                Request::Growing { now, whole }
            }
            request => request,
        };
        let mut next = ReadChunk::new(ready!(self.pool.poll_take(request, mode))?);
        let Some(partial) = self.partial.take() else { return Poll::Ready(Ok(())) };
        partial.parts().for_each(|part| append(&mut next, part));
        self.need = partial.need();
        if let Some(mut chunk) = self.chunk.take() {
            append(&mut next, &chunk.spare()[..partial.landed()]);
            self.give_back(chunk);
        }
        partial.discard(&self.pool);
        self.chunk = Some(next);
        Poll::Ready(Ok(()))
    }

    /// Takes the right to wait with a chunk, if no other reader of the pool has it.
    #[inline]
    pub(crate) fn lease(&self) -> bool {
        self.pool.lease()
    }

    /// Gives that right up.
    pub(crate) fn unlease(&self) {
        drop(Lease::of(&self.pool));
    }
}

/// The room for what is received after a partial frame.
#[cold]
pub(super) fn room_behind<'a, R: RawCount>(
    chunk: &'a mut Option<ReadChunk<R>>,
    partial: &Partial,
    chunk_size: usize,
) -> &'a mut [u8] {
    let Some(chunk) = chunk else { return &mut [] };
    let start = partial.gap(chunk_size) + partial.landed();
    let spare = &mut chunk.spare()[start..];
    let len = partial.room(chunk_size).min(spare.len());
    &mut spare[..len]
}
