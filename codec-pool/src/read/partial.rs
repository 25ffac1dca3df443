//! The start of a frame whose rest has not arrived, in memory of exactly its size.
//!
//! A connection may stay in the middle of a frame for as long as its peer likes,
//! so what it keeps until then is the received bytes and little more: [`OVERHEAD`]
//! bytes, however long the frame says it is, and however few bytes come at once.
//!
//! The bytes are in a few pieces, each of them exactly as long as what is in it, and a tail of some
//! bytes that is part of the value itself. What does not fit into the tail becomes a piece together
//! with it. When the maximum number of pieces is reached, the last ones are merged, and how many of
//! them is chosen so that the lengths fall by a constant factor from piece to piece: with `n` the
//! bytes and `m` those of the new piece, the fifth root of `n / m`. So a byte is moved at most
//! about five times that root, whatever the peer does: in a frame of a megabyte that arrives byte
//! by byte, each byte is moved some twenty times, which costs less than the call that receives it;
//! in pieces of 64 KiB, once or twice.
#![forbid(unsafe_code)]

use crate::memory::may_allocate;
use crate::pool::Pool;

/// The largest number of pieces.
const PIECES: usize = 5;
/// Bytes that need no piece.
const TAIL: usize = 11;

/// Bytes that a partial frame takes besides its own, tail included.
pub(crate) const OVERHEAD: usize = size_of::<Body>();

/// Bytes that a frame still lacks when it gets memory of its own length, and by which a chunk may
/// be longer than what is in it without being returned.
pub(crate) const LAST: usize = 32;

/// The received part of a frame. To be given back by [`discard`](Self::discard).
pub(crate) struct Partial {
    /// A slice of one: only a vector allocates in a way that can fail.
    body: Box<[Body; 1]>,
}

struct Body {
    /// From the front on; after the last, empty ones.
    pieces: [Box<[u8]>; PIECES],
    /// Number of bytes of the frame that there must be before it makes sense to look at it.
    need: usize,
    /// Number of bytes that have been read after these, and are still in a chunk.
    landed: u32,
    tail: [u8; TAIL],
    tail_len: u8,
}

impl Partial {
    /// Sets bytes aside until there are `need` of them. `None` when there is no memory for them, or
    /// the pool may not hold so many.
    pub(crate) fn new(need: usize, bytes: &[u8], pool: &Pool) -> Option<Self> {
        let mut this = Self::of_nothing(need)?;
        if !pool.reserve_partial(1, OVERHEAD, bytes.len()) {
            return None;
        }
        if this.append(bytes, pool) {
            return Some(this);
        }
        this.discard(pool);
        None
    }

    /// Like [`new`](Self::new), with no bytes, and whatever the pool may hold.
    pub(crate) fn new_unlimited(need: usize, pool: &Pool) -> Option<Self> {
        let this = Self::of_nothing(need)?;
        pool.add_to_partial(1, OVERHEAD);
        Some(this)
    }

    fn of_nothing(need: usize) -> Option<Self> {
        let mut body = Vec::new();
        may_allocate().and_then(|()| body.try_reserve_exact(1).ok())?;
        body.push(Body {
            pieces: Default::default(),
            need,
            landed: 0,
            tail: [0; TAIL],
            tail_len: 0,
        });
        Some(Self { body: Box::try_from(body).ok()? })
    }

    /// Gives the memory back.
    pub(crate) fn discard(self, pool: &Pool) {
        let held = OVERHEAD + self.in_pieces();
        drop(self);
        pool.release_partial(1, held);
    }

    fn body(&self) -> &Body {
        &self.body[0]
    }

    fn in_pieces(&self) -> usize {
        self.body().pieces.iter().map(|piece| piece.len()).sum()
    }

    /// Number of bytes set aside.
    pub(crate) fn len(&self) -> usize {
        self.in_pieces() + usize::from(self.body().tail_len)
    }

    /// Number of them that there must be before it makes sense to look at them.
    pub(crate) fn need(&self) -> usize {
        self.body().need
    }

    /// Number of bytes that have been read after these, and are still in a chunk.
    pub(crate) fn landed(&self) -> usize {
        self.body().landed as usize
    }

    pub(crate) fn set_landed(&mut self, len: usize) {
        self.body[0].landed = u32::try_from(len).expect("no chunk has more");
    }

    /// Number of bytes to leave free in a chunk before those read after these: as many as there
    /// are, if the frame fits into the chunk.
    pub(crate) fn gap(&self, chunk_size: usize) -> usize {
        if self.need() <= chunk_size { self.len() } else { 0 }
    }

    /// Number of bytes that may be read after these and those that have landed: not all of a frame
    /// that does not fit into a chunk.
    pub(crate) fn room(&self, chunk_size: usize) -> usize {
        if self.need() <= chunk_size {
            return usize::MAX;
        }
        self.need().saturating_sub(self.len() + self.landed() + LAST)
    }

    /// The bytes, piece by piece.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let tail = &self.body().tail[..usize::from(self.body().tail_len)];
        self.body().pieces.iter().map(|piece| &**piece).chain([tail])
    }

    /// Writes the bytes to the front of `room`.
    ///
    /// # Panics
    /// When there are more of them than room.
    pub(crate) fn copy_to(&self, room: &mut [u8]) {
        let mut at = 0;
        for part in self.parts() {
            room[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
    }

    /// Adds bytes at the end. Returns false, and changes nothing, when there is no memory for them,
    /// or the pool may not hold so many.
    pub(crate) fn append(&mut self, bytes: &[u8], pool: &Pool) -> bool {
        self.add(bytes, pool, Pool::reserve_partial)
    }

    /// Like [`append`](Self::append), whatever the pool may hold.
    pub(crate) fn append_unlimited(&mut self, bytes: &[u8], pool: &Pool) -> bool {
        self.add(bytes, pool, |pool, frames, bytes, _| {
            pool.add_to_partial(frames, bytes);
            true
        })
    }

    fn add(
        &mut self,
        bytes: &[u8],
        pool: &Pool,
        reserve: impl FnOnce(&Pool, usize, usize, usize) -> bool,
    ) -> bool {
        let body = &mut self.body[0];
        let tail_len = usize::from(body.tail_len);
        if let Some(room) = body.tail.get_mut(tail_len..tail_len + bytes.len()) {
            room.copy_from_slice(bytes);
            #[expect(clippy::cast_possible_truncation, reason = "at most `TAIL`")]
            let len = (tail_len + bytes.len()) as u8;
            body.tail_len = len;
            return true;
        }
        let grown = tail_len + bytes.len();
        let len = self.in_pieces() + grown;
        if !reserve(pool, 0, grown, len) {
            return false;
        }
        let body = &mut self.body[0];
        let first = first_to_merge(&body.pieces, len, grown);
        let mut piece = Vec::new();
        let merged: usize = body.pieces[first..].iter().map(|piece| piece.len()).sum();
        if may_allocate().is_none_or(|()| piece.try_reserve_exact(merged + grown).is_err()) {
            pool.release_partial(0, grown);
            return false;
        }
        body.pieces[first..].iter().for_each(|part| piece.extend_from_slice(part));
        piece.extend_from_slice(&body.tail[..tail_len]);
        piece.extend_from_slice(bytes);
        body.pieces[first..].fill_with(Box::default);
        body.pieces[first] = piece.into_boxed_slice();
        body.tail_len = 0;
        true
    }

    /// Joins all bytes into one piece, with those that had landed at its end.
    ///
    /// # Panics
    /// Aborts the program when there is no memory for it, as vectors do.
    pub(crate) fn join(&mut self, landed: &[u8], pool: &Pool) {
        if self.body().pieces[0].len() < self.len() + landed.len() {
            let all = self.parts().chain([landed]).collect::<Vec<_>>().concat();
            pool.add_to_partial(0, all.len() - self.in_pieces());
            let body = &mut self.body[0];
            body.pieces.fill_with(Box::default);
            body.pieces[0] = all.into_boxed_slice();
            (body.tail_len, body.landed) = (0, 0);
        }
    }

    /// The first piece.
    pub(crate) fn first(&self) -> &[u8] {
        &self.body().pieces[0]
    }
}

/// The first of the pieces to merge with `grown` more bytes, which makes `len`.
fn first_to_merge(pieces: &[Box<[u8]>; PIECES], len: usize, grown: usize) -> usize {
    if let Some(vacant) = pieces.iter().position(|piece| piece.is_empty()) {
        return vacant;
    }
    let ratio = factor(len / grown);
    let mut first = PIECES;
    let mut sum = grown;
    loop {
        first -= 1;
        sum += pieces[first].len();
        if first == 0 || pieces[first - 1].len() / ratio >= sum {
            return first;
        }
    }
}

/// The largest possible factor: its power is more than there are addresses.
const MOST: usize = 1 << 13;

/// The factor by which the lengths of pieces fall: the smallest number, at least two, whose power
/// of [`PIECES`] is at least `times`.
fn factor(times: usize) -> usize {
    let power = |factor: usize| (0..PIECES).fold(1usize, |power, _| power.saturating_mul(factor));
    (2..MOST).find(|factor| power(*factor) >= times).unwrap_or(MOST)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Appends `step` bytes at a time up to `len`; returns how many bytes moved.
    fn moved(len: usize, step: usize) -> u64 {
        let pool = Pool::default();
        let mut partial = Partial::new(usize::MAX, &[], &pool).expect("there is memory");
        let wire: Vec<u8> = (0..len).map(|n| n.to_le_bytes()[0]).collect();
        let info = allocation_counter::measure(|| {
            for (index, bytes) in wire.chunks(step).enumerate() {
                assert!(partial.append(bytes, &pool));
                if index % 97 == 0 {
                    let come = len.min((index + 1) * step);
                    assert_eq!(partial.len(), come);
                    let held = pool.stats().partial_bytes;
                    assert!(held <= come + OVERHEAD, "{held} held, {come} came");
                }
            }
        });
        let mut copy = vec![0; len];
        partial.copy_to(&mut copy);
        assert!(copy == wire);
        partial.join(&[], &pool);
        assert!(partial.first() == wire);
        partial.discard(&pool);
        assert_eq!((pool.stats().partial, pool.stats().bytes_in_use), (0, 0));
        info.bytes_total
    }

    #[test]
    fn bytes_move_a_few_times_however_few_come_at_once() {
        for (step, times) in [(1, 32), (16, 28), (100, 16), (1448, 9), (65_536, 3)] {
            let moved = moved(1 << 20, step);
            assert!(moved <= times << 20, "{step} at a time: {moved}");
        }
        let (short, long) = (moved(100_000, 1), moved(800_000, 1));
        assert!(long <= 8 * short * 2, "{short} for an eighth, {long}");
    }
}
