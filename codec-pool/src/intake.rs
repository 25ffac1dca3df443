//! The bytes that a reader has and has not yet given out.
//!
//! They lie in one chunk. Frames are lent from it where they are; only what a
//! chunk's end cuts in two moves, to the front of the same chunk when nobody
//! looks at it any more, else to the next.
#![forbid(unsafe_code)]

use core::mem;
use core::ops::Range;
use core::task::{Poll, ready};

use bytes::Bytes;

use crate::chunk::{Chunk, Lent, PoolBytes};
use crate::depot::worthwhile;
use crate::error::PoolError;
use crate::home::{Kind, Sampling};
use crate::pool::Pool;
use crate::waiting::{Demand, Patience};

/// Received bytes, of which the first are the next frame's.
pub(crate) struct Intake {
    pool: Pool,
    chunk: Option<Chunk>,
    /// Where in the chunk the next frame starts.
    start: usize,
    batch: Batch,
    /// What has come of the next frame, while there is no chunk: less than it
    /// takes to give anything out.
    rest: Option<PoolBytes>,
}

/// The longest start of a frame that is set aside while nothing comes. It is
/// copied once a read, and so must cost less than a read does.
const MAX_REST: usize = 1024;

/// `Bytes` over what came with one read, so that all its frames share one box.
/// A `Bytes` over the whole chunk, made once, would do with even fewer, but
/// then it would cover bytes that are still being written.
#[derive(Default)]
pub(crate) struct Batch {
    bytes: Bytes,
    /// Where in the chunk `bytes` starts.
    start: usize,
}

impl Batch {
    /// `Bytes` that cover a part of the chunk.
    #[inline]
    #[track_caller]
    pub(crate) fn cover(&mut self, range: &Range<usize>, lent: &mut Lent<'_>) -> &Bytes {
        if range.start < self.start || self.start + self.bytes.len() < range.end {
            self.start = range.start;
            self.bytes = lent.share_range(range.start..lent.written()).into();
        }
        &self.bytes
    }

    /// A part of the chunk as `Bytes`.
    #[track_caller]
    pub(crate) fn slice(&mut self, range: Range<usize>, lent: &mut Lent<'_>) -> Bytes {
        self.cover(&range, lent);
        self.bytes.slice(range.start - self.start..range.end - self.start)
    }
}

/// Whether a chunk is worth starting over, if nobody keeps anything in it: all
/// has been given out, and that was a good part of it. Where frames are not
/// kept, the same few pages are written again and again, and stay in the
/// nearest cache.
#[inline]
fn is_used(chunk: &Chunk, start: usize) -> bool {
    start > chunk.capacity() / 4 && start == chunk.filled().len()
}

/// Writes bytes behind what is in a chunk.
///
/// # Panics
/// When there is no room for them.
fn append(chunk: &mut Chunk, bytes: &[u8]) {
    chunk.spare()[..bytes.len()].copy_from_slice(bytes);
    let fits = chunk.advance(bytes.len());
    debug_assert!(fits, "it was just written there");
}

impl Intake {
    pub(crate) fn new(pool: Pool) -> Self {
        Self { pool, chunk: None, start: 0, batch: Batch::default(), rest: None }
    }

    /// What has come and not been given out.
    #[inline]
    pub(crate) fn pending(&self) -> &[u8] {
        match &self.chunk {
            Some(chunk) => &chunk.filled()[self.start..],
            None => self.rest.as_deref().unwrap_or_default(),
        }
    }

    /// Where more may be written.
    #[inline]
    pub(crate) fn spare(&mut self) -> &mut [u8] {
        self.chunk.as_mut().map_or(&mut [], Chunk::spare)
    }

    /// Counts `len` bytes of the spare ones as received; false when there are
    /// fewer.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) -> bool {
        match &mut self.chunk {
            Some(chunk) => chunk.advance(len),
            None => len == 0,
        }
    }

    /// Goes past bytes without giving them out.
    pub(crate) fn discard(&mut self, len: usize) {
        debug_assert!(len <= self.pending().len(), "only what has come can be discarded");
        match &mut self.rest {
            Some(rest) => rest.advance(len),
            None => self.start += len,
        }
    }

    /// Gives out the next `len` bytes, and says where in the chunk they start.
    #[inline]
    pub(crate) fn lend(&mut self, len: usize) -> (usize, Lent<'_>, &mut Batch) {
        let start = self.start;
        self.start += len;
        let chunk = self.chunk.as_mut().expect("there are bytes to lend");
        (start, chunk.lend(start..self.start), &mut self.batch)
    }

    /// Gives the chunk back. What was pending is gone.
    pub(crate) fn release(&mut self) {
        self.batch = Batch::default();
        self.start = 0;
        self.rest = None;
        if let Some(chunk) = self.chunk.take() {
            self.pool.put(chunk);
        }
    }

    /// Gives the chunk back while nothing comes. Where that is in the middle of
    /// a frame, the few bytes that have come of it stay where they are, counted,
    /// and others fill what is behind them.
    pub(crate) fn rest(&mut self) {
        let pending = self.pending().len();
        if pending == 0 {
            return self.release();
        }
        let fits = |chunk: &mut Chunk| pending <= MAX_REST && chunk.kind() != Kind::Large;
        let Some(mut chunk) = self.chunk.take_if(fits) else { return };
        // Nobody keeps a frame here, so nobody is noted to hold one.
        let sampling = mem::replace(&mut chunk.sampling, Sampling::OFF);
        self.rest = Some(chunk.share(self.start..self.start + pending));
        chunk.sampling = sampling;
        self.batch = Batch::default();
        self.start = 0;
        self.pool.put(chunk);
    }

    /// Makes room for more, when `need` bytes are needed from the next frame's
    /// start. What is there already counts, so a frame grows its memory only
    /// as far as it has arrived, twofold each time, unless memory for all of it
    /// lies idle.
    ///
    /// On error everything is as it was.
    #[inline]
    pub(crate) fn make_room(
        &mut self,
        need: usize,
        patience: &mut Patience<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        // Nearly always: the chunk has room for another read, and no `Bytes`
        // was made of the last one.
        if let Some(chunk) = &self.chunk
            && chunk.spare_len() >= worthwhile(chunk.capacity())
            && chunk.capacity() - self.start >= need
            && self.batch.bytes.is_empty()
        {
            if is_used(chunk, self.start) {
                self.start_over();
            }
            return Poll::Ready(Ok(()));
        }
        self.search_room(need, patience)
    }

    /// Writes the chunk from its start again, unless others keep frames in it.
    #[inline(never)]
    fn start_over(&mut self) {
        if let Some(chunk) = &mut self.chunk
            && chunk.rewind(self.start)
        {
            self.start = 0;
        }
    }

    #[inline(never)]
    fn search_room(
        &mut self,
        need: usize,
        patience: &mut Patience<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        let chunk_size = self.pool.chunk_size();
        let Some(chunk) = &mut self.chunk else {
            let demand = Demand::Chunk(need.min(chunk_size));
            let mut chunk = ready!(self.pool.poll_take(demand, patience))?;
            self.start = chunk.filled().len();
            if let Some(rest) = self.rest.take() {
                append(&mut chunk, &rest);
            }
            self.chunk = Some(chunk);
            return Poll::Ready(Ok(()));
        };
        self.batch = Batch::default();
        let pending = chunk.filled().len() - self.start;
        let spare = chunk.spare_len();
        let enough = if need <= pending {
            true // frames wait to be taken out first
        } else if need > chunk_size {
            spare > 0
        } else {
            // A short piece of frame moves rather than have the next read
            // bring only the few bytes for which there is room.
            let low = worthwhile(chunk.capacity());
            pending + spare >= need && (spare >= low || pending > low)
        };
        if enough && !is_used(chunk, self.start) {
            return Poll::Ready(Ok(()));
        }
        if self.start > 0 && chunk.rewind(self.start) {
            self.start = 0;
            return Poll::Ready(Ok(()));
        }
        if enough {
            return Poll::Ready(Ok(()));
        }
        if pending == 0 {
            // What is full of others' frames is theirs alone from now on.
            self.release();
            return self.search_room(need, patience);
        }
        self.move_pending(need, patience)
    }

    /// Moves what is pending to another chunk.
    #[cold]
    fn move_pending(
        &mut self,
        need: usize,
        patience: &mut Patience<'_, '_>,
    ) -> Poll<Result<(), PoolError>> {
        let chunk_size = self.pool.chunk_size();
        let pending = self.pending().len();
        let demand = if need <= chunk_size {
            Demand::Chunk(need)
        } else {
            // Memory that is there already costs nothing more, whatever the
            // header says; and what lies in it need not move again.
            let now = need.min(chunk_size.max(pending.saturating_mul(2)));
            Demand::Growing { now, whole: need }
        };
        let mut next = ready!(self.pool.poll_take(demand, patience))?;
        let start = next.filled().len();
        append(&mut next, self.pending());
        self.release();
        self.start = start;
        self.chunk = Some(next);
        Poll::Ready(Ok(()))
    }
}

impl Drop for Intake {
    fn drop(&mut self) {
        self.release();
    }
}
