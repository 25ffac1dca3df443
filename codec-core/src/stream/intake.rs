//! Decodes a value of which only a part is present, and reads the missing bytes on the way.
//!
//! The value is decoded once, by a reader that requests bytes when it needs them. They are stored
//! in [`Pieces`]. As much of a segment of the source is copied as there is capacity for, so that
//! one copy serves many requests; bytes that the value did not use are not consumed from the
//! source. A range that spans several pieces and has to be contiguous (that of a lazy sequence, a
//! box or a span) is assembled in a mirror. The mirror begins earlier than requested, by the length
//! of the range, and has spare capacity at its end: enclosing values are then found in it, and the
//! number of copies per byte is bounded by a constant.
#![forbid(unsafe_code)]

use core::cell::{Cell, RefCell};
use core::ops::Range;
use std::io;

use super::fetched::{Fetched, More, Source};
use super::pass::Pass;
use super::pieces::Pieces;
use super::segments::Segments;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::raw;
use crate::read::reader::Reader;

/// The least capacity of a piece, and the most that the first one reserves for a segment.
const PIECE: Range<usize> = 512..16 * 1024;

/// Why there is no more input.
enum Stop {
    /// The stream ended.
    End,
    /// The source failed, or has no bytes at the moment.
    Io(io::Error),
    /// The value is longer than the limit.
    TooLong,
}

impl Stop {
    fn out_of_memory() -> Self {
        Self::Io(io::ErrorKind::OutOfMemory.into())
    }
}

/// Why there is no value.
pub(super) enum Refused {
    /// The bytes are not a value.
    Decode(DecodeError),
    /// The source failed after `read` bytes; the value has at least `need`.
    Io { error: io::Error, read: usize, need: usize },
    /// It is longer than the limit.
    TooLong,
}

/// The treatment of the bytes of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bytes {
    /// The source continues after the value.
    Pass,
    /// The bytes are returned to the source.
    Keep,
}

/// Decodes a value of at most `limit` bytes; `memory` is reused and returned. `known` is the value,
/// and its length, in case the stream ends right after it; these bytes are present.
pub(super) fn take_in<F: Format, P: Pass, S: Segments>(
    source: &mut S,
    limit: usize,
    pass: &mut P,
    known: Option<(P::Value, usize)>,
    memory: &mut Vec<u8>,
    bytes: Bytes,
) -> Result<(P::Value, usize), Refused> {
    memory.clear();
    let (first, mirror) = (Pieces::new(0, core::mem::take(memory)), Pieces::default());
    let intake = Intake::new(source, limit, &first, &mirror);
    let (outcome, len) =
        match known.and_then(|(value, len)| Some((intake.ends_at(len, value)?, len))) {
            Some((value, len)) => (Ok(value), len),
            None => loop {
                let head = intake.since(0);
                let mut r = Reader::<Fetched<F>>::from_cursor(Cursor::new(head));
                r.set_supply(Source::new(&intake));
                let outcome = pass.pass(&mut r);
                if !intake.helps(outcome.as_ref().err(), head.len()) {
                    break (outcome, r.offset());
                }
            },
        };
    let settled = intake.settle(outcome, len, bytes);
    *memory = first.into_last();
    settled
}

struct Intake<'p, 's, S> {
    first: &'p Pieces,
    last: Cell<&'p Pieces>,
    mirror: Cell<&'p Pieces>,
    limit: usize,
    /// `true` if more input can't change the error.
    closed: Cell<bool>,
    state: RefCell<State<'s, S>>,
}

struct State<'s, S> {
    source: &'s mut S,
    stop: Option<Stop>,
    /// Number of bytes that the value has at least.
    need: usize,
}

impl<S: Segments> State<'_, S> {
    /// Passes up to `want` bytes to `take`, or more if they are there; whether there may be more.
    #[inline]
    fn pull(&mut self, want: usize, take: impl FnMut(&[u8]) -> usize) -> bool {
        // `stop` is assigned only when there is no more: an assignment drops the old value.
        match self.source.pull(want, take) {
            Ok(true) => return true,
            Ok(false) => self.stop = Some(Stop::End),
            Err(error) => self.stop = Some(Stop::Io(error)),
        }
        false
    }
}

impl<'p, 's, S: Segments> Intake<'p, 's, S> {
    fn new(source: &'s mut S, limit: usize, first: &'p Pieces, mirror: &'p Pieces) -> Self {
        Self {
            first,
            last: Cell::new(first),
            mirror: Cell::new(mirror),
            limit,
            closed: Cell::new(false),
            state: RefCell::new(State { source, stop: None, need: 1 }),
        }
    }

    /// Number of bytes that were read.
    fn total(&self) -> usize {
        self.last.get().end()
    }

    /// Reads until there are bytes up to the offset `to`, contiguous from `from` on, which is in
    /// the last piece; or until the source has no more. `needed`: whether the value is incomplete
    /// without them.
    fn fill(&self, from: usize, to: usize, needed: bool) {
        let mut state = self.state.borrow_mut();
        if state.stop.is_some() {
            return;
        }
        let (last, total) = (self.last.get(), self.total());
        state.need = if needed { to } else { total.saturating_add(1) };
        if needed && to > self.limit {
            state.stop = Some(Stop::TooLong);
        } else if to - total <= last.room() {
            while last.end() < to && state.pull(to - last.end(), |segment| last.append(segment)) {}
        } else {
            self.fill_anew(&mut state, from, to);
        }
        if state.stop.is_none() && to.min(self.total()) > self.limit {
            state.stop = Some(Stop::TooLong);
        }
    }

    /// Begins another piece with the bytes from the offset `from` on. Its memory grows as bytes
    /// arrive.
    fn fill_anew(&self, state: &mut State<'_, S>, from: usize, to: usize) {
        let (last, total) = (self.last.get(), self.total());
        let twice = 2 * (last.bytes().len() + last.room()).max(total - from);
        let most = self.limit.saturating_sub(from).saturating_add(1).max(total - from);
        let Some(mut bytes) = raw::vector(twice.min(most)) else {
            state.stop = Some(Stop::out_of_memory());
            return;
        };
        self.first.each(from..total, |part| bytes.extend_from_slice(part));
        let mut refused = false;
        let end = to.min(self.limit.saturating_add(1)).saturating_sub(from);
        while bytes.len() < end && !refused {
            let pulled = state.pull(end - bytes.len(), |segment| {
                if bytes.len() == bytes.capacity() {
                    let missing = segment.len().min(to - from - bytes.len());
                    let room = segment.len().clamp(PIECE.start, PIECE.end).max(missing);
                    let most = self.limit.saturating_sub(from + bytes.len()).saturating_add(1);
                    refused = bytes.try_reserve_exact(room.max(bytes.len()).min(most)).is_err();
                }
                let len = segment.len().min(bytes.capacity() - bytes.len());
                bytes.extend_from_slice(&segment[..len]);
                len
            });
            if !pulled {
                break;
            }
        }
        if refused {
            state.stop = Some(Stop::out_of_memory());
        }
        match last.push(from, bytes) {
            Some(piece) => self.last.set(piece),
            None => state.stop = Some(Stop::out_of_memory()),
        }
    }

    /// All bytes from an offset on, contiguous.
    fn since(&self, from: usize) -> &'p [u8] {
        let (last, total) = (self.last.get(), self.total());
        if from < last.base {
            match self.copied(from..total, last) {
                Some(piece) => self.last.set(piece),
                None => return &[],
            }
        }
        self.last.get().get(from..total).unwrap_or_default()
    }

    /// Copies bytes into a new piece after `behind`, with as much spare capacity again.
    fn copied(&self, range: Range<usize>, behind: &'p Pieces) -> Option<&'p Pieces> {
        let piece = raw::vector(2 * range.len()).and_then(|mut bytes| {
            self.first.each(range.clone(), |part| bytes.extend_from_slice(part));
            behind.push(range.start, bytes)
        });
        if piece.is_none() {
            self.state.borrow_mut().stop = Some(Stop::out_of_memory());
        }
        piece
    }

    /// The value, if the stream ends after its `len` bytes.
    fn ends_at<V>(&self, len: usize, value: V) -> Option<V> {
        self.fill(0, len.saturating_add(1), false);
        let ended = matches!(self.state.borrow().stop, Some(Stop::End));
        (ended && self.total() == len).then_some(value)
    }

    /// Returns whether to decode again on the bytes that there are now: for an implementation that
    /// bypasses the reader, and so requests nothing. There were `before` bytes when decoding began.
    fn helps(&self, error: Option<&DecodeError>, before: usize) -> bool {
        let cut = error.filter(|error| error.kind() == DecodeErrorKind::UnexpectedEnd);
        let Some(error) = cut else { return false };
        if self.closed.get() || self.state.borrow().stop.is_some() {
            return false;
        }
        let total = self.total();
        if total == before && error.offset() == total {
            // All of it is in the last piece, since decoding began with `since(0)`.
            self.fill(0, total.saturating_add(1), true);
        }
        self.total() > before
    }

    /// The outcome; the source is left where reading continues.
    fn settle<V>(
        &self,
        outcome: Result<V, DecodeError>,
        len: usize,
        bytes: Bytes,
    ) -> Result<(V, usize), Refused> {
        let total = self.total();
        let stop = self.state.borrow_mut().stop.take();
        let settled = match (outcome, stop) {
            (_, Some(Stop::Io(error))) => {
                let need = self.state.borrow().need;
                Err(Refused::Io { error, read: total, need })
            }
            (_, Some(Stop::TooLong)) => Err(Refused::TooLong),
            (Ok(_), _) if len > self.limit => Err(Refused::TooLong),
            (Ok(value), _) => Ok((value, len)),
            (Err(error), _) => Err(Refused::Decode(error)),
        };
        let from = if settled.is_ok() && bytes == Bytes::Pass { len.min(total) } else { 0 };
        let mut state = self.state.borrow_mut();
        let unused = |part: &mut dyn FnMut(&[u8])| self.first.each(from..total, part);
        match state.source.take_back(total - from, unused) {
            Ok(false) if settled.is_ok() => {
                // The implementation requested more than it used.
                let error = DecodeError::new(DecodeErrorKind::TrailingBytes, len);
                Err(Refused::Decode(error))
            }
            Ok(_) => settled,
            Err(error) => Err(Refused::Io { error, read: total, need: state.need }),
        }
    }
}

impl<'p, S: Segments> More<'p> for Intake<'p, '_, S> {
    fn more(&self, rest: &'p [u8], offset: usize, len: usize, needed: bool) -> Option<&'p [u8]> {
        // Input that an implementation substituted for this one can't be extended.
        let is_at = |piece: &&Pieces| {
            piece.get(offset..piece.end()).is_some_and(|bytes| bytes.as_ptr() == rest.as_ptr())
        };
        if !is_at(&self.last.get()) {
            self.first.all().find(is_at)?;
            // It may have gone back to an earlier piece; more bytes have arrived since.
            self.since(offset);
        }
        let to = offset.saturating_add(len);
        if to > self.total() {
            self.fill(offset, to, needed);
        }
        let bytes = self.since(offset);
        (bytes.len() > rest.len()).then_some(bytes)
    }

    fn close(&self) {
        self.closed.set(true);
    }

    fn between(&self, range: Range<usize>) -> Option<&'p [u8]> {
        if range.start > range.end || range.end > self.total() {
            return None;
        }
        if let Some(bytes) = self.first.all().find_map(|piece| piece.get(range.clone())) {
            return Some(bytes);
        }
        let mirror = self.mirror.get();
        let behind = range.end.saturating_sub(mirror.end());
        if (mirror.base..=mirror.end()).contains(&range.start) && behind <= mirror.room() {
            self.first.each(mirror.end()..range.end, |part| {
                mirror.append(part);
            });
            return mirror.get(range);
        }
        let start = range.start.saturating_sub(range.len());
        self.mirror.set(self.copied(start..range.end, mirror)?);
        self.mirror.get().get(range)
    }
}
