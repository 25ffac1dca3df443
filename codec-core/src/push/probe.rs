//! Notes whether a decode reached the end of its input, and how much more it requested.
//!
//! The result alone doesn't show it: a tail accepts any end, and the end of a versioned body looks
//! like the end of the input. So collected bytes are decoded under a format whose reader requests
//! more at the end, and the request is noted.
#![forbid(unsafe_code)]

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Range;

use crate::error::{DecodeError, EncodeError};
use crate::format::delegate::delegate;
use crate::format::int::Int;
use crate::format::size::Size;
use crate::format::{BigEndian, Fixed, Format, Layout, LittleEndian, Rules};
use crate::io::cursor::Cursor;
use crate::io::limits::Budget;
use crate::io::output::Output;
use crate::read::reader::Reader;
use crate::record::{Supply, Trace};

/// The format `F`, whose reader notes when it reaches the end of its input.
#[derive(Debug, Clone, Copy)]
pub struct Probe<F>(PhantomData<F>);

impl<F: Layout> Layout for Probe<F> {
    type State = Probing;
    type Checked = F::Checked;
    type Big = BigEndian<Fixed<Self>>;
    type Little = LittleEndian<Fixed<Self>>;
    const RULES: Rules = F::RULES;

    delegate!(F: ints, bools, floats, chars, lens, tags);
}

/// Records nothing, and has a supply.
#[derive(Debug, Default)]
pub struct Probing;

impl Trace for Probing {
    const ON: bool = false;
    type Supply<'de> = Wanted<'de>;
}

/// A reference to where the request is noted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'de>(Option<&'de Note>);

#[derive(Debug)]
struct Note {
    /// Number of bytes that there are.
    len: usize,
    /// Number of bytes that there should be; 0 when none were requested.
    wanted: Cell<usize>,
    /// `true` if all that there is was requested, however much: the value has a tail.
    open: Cell<bool>,
    /// The byte that has to come next, if nothing else was requested.
    sought: Cell<Option<u8>>,
}

impl<'de> Supply<'de> for Wanted<'de> {
    const ON: bool = true;

    fn more(self, rest: &'de [u8], _offset: usize, len: usize) -> Option<&'de [u8]> {
        if let Some(note) = self.0 {
            let wanted = note.len.saturating_sub(rest.len()).saturating_add(len);
            note.wanted.set(note.wanted.get().max(wanted));
            note.sought.set(None);
        }
        None
    }

    fn seek(self, rest: &'de [u8], offset: usize, end: Option<u8>) -> Option<&'de [u8]> {
        let first = self.0.is_some_and(|note| note.wanted.get() == 0);
        self.more(rest, offset, rest.len().saturating_add(1));
        if let Some(note) = self.0.filter(|_| first) {
            note.sought.set(end);
        }
        None
    }

    /// One more byte shows whether the value continues.
    fn open(self, rest: &'de [u8], offset: usize, len: usize) -> Option<&'de [u8]> {
        if let Some(note) = self.0 {
            note.open.set(note.open.get() || len == usize::MAX);
        }
        self.more(rest, offset, rest.len().saturating_add(1))
    }

    fn close(self) {}

    fn between(self, _range: Range<usize>) -> Option<&'de [u8]> {
        None
    }
}

/// The outcome of a decode.
pub(super) struct Probed<T> {
    pub(super) outcome: Result<T, DecodeError>,
    /// Number of bytes that the value takes.
    pub(super) used: usize,
    /// Number of bytes that there should have been, unless what was there sufficed.
    pub(super) wanted: Option<usize>,
    /// The byte without which the value is not complete, if there is one that is known.
    pub(super) sought: Option<u8>,
    /// `true` if the value continues for as long as there is input.
    pub(super) open: bool,
    /// The remaining budget.
    pub(super) budget: Budget,
}

/// Decodes from `bytes`, at `offset`.
pub(super) fn probe<F: Format, T>(
    bytes: &[u8],
    offset: usize,
    budget: Budget,
    read: impl Fn(&mut Reader<'_, Probe<F>>) -> Result<T, DecodeError>,
) -> Probed<T> {
    let note = Note {
        len: bytes.len(),
        wanted: Cell::new(0),
        open: Cell::new(false),
        sought: Cell::new(None),
    };
    let cursor = Cursor::at(bytes, offset).with_budget(budget);
    let mut r = Reader::<Probe<F>>::from_cursor(cursor);
    r.set_supply(Wanted(Some(&note)));
    let outcome = read(&mut r);
    let used = bytes.len().saturating_sub(r.remaining());
    // At least one more than there are, or else this would loop forever.
    let wanted = Some(note.wanted.get()).filter(|wanted| *wanted > bytes.len());
    let budget = r.cursor().budget();
    Probed { outcome, used, wanted, sought: note.sought.get(), open: note.open.get(), budget }
}
