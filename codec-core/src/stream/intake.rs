//! Decoding a value that is not wholly there, and taking in what it lacks on the way.
//!
//! The value is decoded once, by a reader that requests bytes when it needs them. What it
//! is given lies in [`Pieces`]. As much of a segment of the source is copied as there is
//! room for, so that one copy serves many requests; bytes that the value did not take are
//! not consumed from the source. What lies on several pieces and is wanted whole (what a lazy
//! sequence, a box or a span covers) is assembled in a mirror, which goes back as far
//! again as was requested and has room at its end: values within values are then found in
//! it, and the copies are no more than a constant for each byte.
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

/// The least room of a piece, and the most that the first one has for a segment.
const PIECE: Range<usize> = 512..16 * 1024;

/// Why there is no more.
enum Stop {
    /// The stream ended.
    End,
    /// The source failed, or has nothing at the moment.
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
    /// The source failed, after this many bytes; the value has `need` at least.
    Io { error: io::Error, read: usize, need: usize },
    /// It is longer than the limit.
    TooLong,
}

/// What is to be done with the bytes of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bytes {
    /// The source is left after the value.
    Pass,
    /// The source takes them back.
    Keep,
}

/// Decodes a value of `limit` bytes at most, in memory that is handed back. `known` is
/// what it is if the stream ends after this many bytes, which are there.
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
    /// Whether more input does not change what is wrong.
    closed: Cell<bool>,
    state: RefCell<State<'s, S>>,
}

struct State<'s, S> {
    source: &'s mut S,
    stop: Option<Stop>,
    /// How many bytes the value has at least.
    need: usize,
}

impl<S: Segments> State<'_, S> {
    /// Whether `take` was given anything.
    #[inline]
    fn pull(&mut self, take: impl FnMut(&[u8]) -> usize) -> bool {
        // Nothing is assigned where there is more: what was there before would be dropped.
        match self.source.pull(take) {
            Ok(0) => self.stop = Some(Stop::End),
            Ok(_) => return true,
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

    /// How many bytes there are.
    fn total(&self) -> usize {
        self.last.get().end()
    }

    /// Takes in until there are bytes up to the offset `to`, in one place from `from` on,
    /// which lies in the last piece; or what there is. `needed` are those that the value
    /// is not one without.
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
            while last.end() < to && state.pull(|segment| last.append(segment)) {}
        } else {
            self.fill_anew(&mut state, from, to);
        }
        if state.stop.is_none() && to.min(self.total()) > self.limit {
            state.stop = Some(Stop::TooLong);
        }
    }

    /// Begins another piece with what there is from the offset `from` on. Its memory
    /// grows with what arrives.
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
        while from + bytes.len() < to && from + bytes.len() <= self.limit {
            let pulled = state.pull(|segment| {
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
            // What took nothing looks as an end does.
            state.stop = Some(Stop::out_of_memory());
        }
        match last.push(from, bytes) {
            Some(piece) => self.last.set(piece),
            None => state.stop = Some(Stop::out_of_memory()),
        }
    }

    /// All there is from an offset on, in one place.
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

    /// Copies bytes into a piece after another, with as much room again.
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

    /// Whether to begin again on what there is now, since an implementation reads past
    /// the reader and so requests nothing. There were `before` bytes when it began.
    fn helps(&self, error: Option<&DecodeError>, before: usize) -> bool {
        let cut = error.filter(|error| error.kind() == DecodeErrorKind::UnexpectedEnd);
        let Some(error) = cut else { return false };
        if self.closed.get() || self.state.borrow().stop.is_some() {
            return false;
        }
        let total = self.total();
        if total == before && error.offset() == total {
            // All of it lies in the last piece: it began with that.
            self.fill(0, total.saturating_add(1), true);
        }
        self.total() > before
    }

    /// The outcome; the source is left where reading is to continue.
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
                // It requested more than it took.
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
        // What an implementation put instead of the input ends where it does.
        let is_at = |piece: &&Pieces| {
            piece.get(offset..piece.end()).is_some_and(|bytes| bytes.as_ptr() == rest.as_ptr())
        };
        if !is_at(&self.last.get()) {
            self.first.all().find(is_at)?;
            // It may have gone back, to where there are bytes that it was not given then.
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
