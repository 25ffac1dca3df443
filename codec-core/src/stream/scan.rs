//! Passing over a value that is not wholly there, and fetching the rest of it.
//!
//! What the reader is lent has to stay where it is until the scan ends, since
//! a value may borrow from it. So each fetch makes a piece of its own, which
//! begins with the bytes that were left of the one before: fewer than the value
//! then asked for. What lies on several pieces is copied to one of its own when it
//! is borrowed whole, at most once for each value that it is in. A scan's values are
//! dropped, and with them the pieces.
#![forbid(unsafe_code)]

use core::cell::{Cell, OnceCell, RefCell};
use core::marker::PhantomData;
use core::ops::Range;
use std::io::{self, ErrorKind, Read};

use super::fetched::{Fetched, More, Source};
use crate::borrow::Borrowable;
use crate::cursor::Cursor;
use crate::decode::Decodable;
use crate::decode_ref::DecodableRef;
use crate::error::DecodeError;
use crate::format::Format;
use crate::reader::Reader;

/// The least that is read at once where reading ahead is allowed, in bytes.
pub(super) const AHEAD: usize = 8 * 1024;

/// The most that is read at once, in bytes.
pub(super) const AHEAD_MOST: usize = 1024 * 1024;

/// Passes over a value.
pub(super) trait Pass {
    fn pass<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError>;
}

/// A value of its own.
pub(super) struct Owned<T>(PhantomData<T>);

impl<T: Decodable> Pass for Owned<T> {
    fn pass<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        T::skip(r)
    }
}

/// The borrowed form of a value.
pub(super) struct Lent<T>(PhantomData<T>);

impl<T: Borrowable + 'static> Pass for Lent<T> {
    fn pass<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        <T::Ref<'_> as DecodableRef<'_>>::decode_ref(r).map(drop)
    }
}

/// Why a scan got no more.
pub(super) enum Stop {
    /// The stream ended.
    End,
    /// The source failed, or has nothing at the moment.
    Io(io::Error),
    /// The value is longer than the limit.
    TooLong,
}

/// What a scan read.
pub(super) struct Scan {
    /// The bytes that follow those that were there, and what is stale.
    pub(super) bytes: Vec<u8>,
    /// How many of them were read.
    pub(super) filled: usize,
    /// Why there are not more, if more were wanted.
    pub(super) stop: Option<Stop>,
    /// How many bytes the value has at least.
    pub(super) need: usize,
}

impl Scan {
    /// The bytes that follow those that were there.
    pub(super) fn fresh(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }
}

/// Passes over the value that begins with `head`, of `limit` bytes at most, and
/// reads what it lacks: exactly that, or what the source has to give into the
/// memory that is lent for reading `ahead`.
pub(super) fn scan<F: Format, P: Pass>(
    source: &mut dyn Read,
    head: &[u8],
    limit: usize,
    ahead: Option<Vec<u8>>,
) -> Scan {
    let pieces = Pieces::default();
    let most = if ahead.is_some() { usize::MAX } else { 0 };
    let scan = Scan { bytes: ahead.unwrap_or_default(), filled: 0, stop: None, need: head.len() };
    let intake = Intake {
        last: Cell::new(&pieces),
        limit,
        most,
        head,
        state: RefCell::new(State { source, scan }),
    };
    let mut r = Reader::<Fetched<F>>::from_cursor(Cursor::new(head));
    r.set_supply(Source::new(&intake));
    // What is wrong with the value is for the decode to say that follows.
    let _ = P::pass(&mut r);
    intake.state.into_inner().scan
}

/// The pieces of one scan, each behind the one before.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    next: OnceCell<Box<Self>>,
}

/// One after the other: there may be as many as the value has bytes.
impl Drop for Pieces {
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(mut piece) = next {
            next = piece.next.take();
        }
    }
}

struct Intake<'p, 's> {
    last: Cell<&'p Pieces>,
    limit: usize,
    /// The most that is read beyond what is needed.
    most: usize,
    head: &'p [u8],
    state: RefCell<State<'s>>,
}

struct State<'s> {
    source: &'s mut dyn Read,
    scan: Scan,
}

impl<'de, 'p: 'de> More<'de> for Intake<'p, '_> {
    fn more(&self, rest: &'de [u8], len: usize) -> Option<&'de [u8]> {
        let mut state = self.state.borrow_mut();
        let start = state.scan.filled;
        let wanted = len.saturating_sub(rest.len());
        if state.scan.stop.is_none() {
            state.scan.need = (self.head.len() + start).saturating_add(wanted);
            state.scan.stop = if state.scan.need > self.limit {
                Some(Stop::TooLong)
            } else {
                state.read(wanted, wanted.saturating_add(self.most))
            };
        }
        let fresh = &state.scan.fresh()[start..];
        if fresh.len() < wanted {
            return None;
        }
        Some(self.keep([rest, fresh].concat()))
    }

    fn between(&self, range: Range<usize>) -> Option<&'de [u8]> {
        let (state, head) = (self.state.borrow(), self.head);
        let fresh = state.scan.fresh();
        if range.end > head.len() + fresh.len() {
            return None;
        }
        let (start, end) = (range.start.checked_sub(head.len()), range.end.checked_sub(head.len()));
        match (start, end) {
            (_, None) => head.get(range),
            (None, Some(end)) => {
                Some(self.keep([head.get(range.start..)?, &fresh[..end]].concat()))
            }
            (Some(start), Some(end)) => Some(self.keep(fresh.get(start..end)?.to_vec())),
        }
    }
}

impl<'p> Intake<'p, '_> {
    /// Bytes that stay where they are until the scan ends.
    fn keep(&self, bytes: Vec<u8>) -> &'p [u8] {
        let next = &self.last.get().next;
        let piece = next.get_or_init(|| Box::new(Pieces { bytes, next: OnceCell::new() }));
        self.last.set(piece);
        &piece.bytes
    }
}

impl State<'_> {
    /// Appends `wanted` bytes, and `most` at most. The room grows with what arrives.
    fn read(&mut self, wanted: usize, most: usize) -> Option<Stop> {
        let Scan { bytes, filled, .. } = &mut self.scan;
        let start = *filled;
        while *filled - start < wanted {
            if *filled == bytes.len() {
                let room = (*filled).clamp(AHEAD, AHEAD_MOST).min(most - (*filled - start));
                bytes.resize(*filled + room, 0);
            }
            match read_some(self.source, &mut bytes[*filled..]) {
                Ok(0) => return Some(Stop::End),
                Ok(len) => *filled += len,
                Err(error) => return Some(Stop::Io(error)),
            }
        }
        None
    }
}

/// Reads once, again after an interruption.
///
/// # Errors
/// Those of the source, and [`InvalidData`](ErrorKind::InvalidData) when it
/// reports more than there was room for.
pub(super) fn read_some(source: &mut dyn Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(room) {
            Ok(len) if len > room.len() => {
                let lie = "the source reports more bytes than it was asked for";
                return Err(io::Error::new(ErrorKind::InvalidData, lie));
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}
