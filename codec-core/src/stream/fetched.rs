//! Any format, with a reader that requests more input, or notes that a value is open-ended.
#![forbid(unsafe_code)]

use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use crate::error::{DecodeError, EncodeError};
use crate::format::delegate::delegate;
use crate::format::int::Int;
use crate::format::size::Size;
use crate::format::{BigEndian, Fixed, Layout, LittleEndian, Rules};
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::record::{Supply, Trace};

/// The format `F`, whose reader requests more from a [`Source`] at the end of its input.
pub(super) type Fetched<F> = Streamed<F, Fetching>;

/// The format `F`, whose reader sets a [`Note`] when a value is open-ended, that is, takes all
/// input there is. Otherwise it is the plain format.
pub(super) type Noted<F> = Streamed<F, Noting>;

/// The format `F`, with a supply.
#[derive(Debug, Clone, Copy)]
pub(super) struct Streamed<F, K>(PhantomData<(F, K)>);

impl<F: Layout, K: Kind> Layout for Streamed<F, K> {
    type State = Silent<K>;
    type Checked = F::Checked;
    type Big = BigEndian<Fixed<Self>>;
    type Little = LittleEndian<Fixed<Self>>;
    const RULES: Rules = F::RULES;

    delegate!(F: ints, bools, floats, chars, lens, tags);
}

/// The kind of supply.
pub(super) trait Kind: Copy + Default + fmt::Debug + 'static {
    type Supply<'de>: Supply<'de>;
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fetching;

impl Kind for Fetching {
    type Supply<'de> = Source<'de>;
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Noting;

impl Kind for Noting {
    type Supply<'de> = Note<'de>;
}

/// Records nothing, and has a supply.
#[derive(Debug, Default)]
pub(super) struct Silent<K>(PhantomData<K>);

impl<K: Kind> Trace for Silent<K> {
    const ON: bool = false;
    type Supply<'de> = K::Supply<'de>;
}

/// The input that a [`Source`] points to; the methods are those of [`Supply`].
pub(super) trait More<'de> {
    /// More input: `needed` by the value, or else taken only if there is any.
    fn more(&self, rest: &'de [u8], offset: usize, len: usize, needed: bool) -> Option<&'de [u8]>;

    fn close(&self);

    fn between(&self, range: Range<usize>) -> Option<&'de [u8]>;
}

/// The source of more input, if there is any.
#[derive(Clone, Copy, Default)]
pub(super) struct Source<'de>(Option<&'de dyn More<'de>>);

impl<'de> Source<'de> {
    pub(super) const fn new(more: &'de dyn More<'de>) -> Self {
        Self(Some(more))
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").finish_non_exhaustive()
    }
}

impl<'de> Supply<'de> for Source<'de> {
    const ON: bool = true;

    #[cold]
    fn more(self, rest: &'de [u8], offset: usize, len: usize) -> Option<&'de [u8]> {
        self.0?.more(rest, offset, len, true)
    }

    #[cold]
    fn open(self, rest: &'de [u8], offset: usize, len: usize) -> Option<&'de [u8]> {
        self.0?.more(rest, offset, len, false)
    }

    fn close(self) {
        if let Some(more) = self.0 {
            more.close();
        }
    }

    fn between(self, range: Range<usize>) -> Option<&'de [u8]> {
        self.0?.between(range)
    }
}

/// Set when a value is open-ended: it takes all input there is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Note<'de>(Option<&'de Cell<bool>>);

impl<'de> Note<'de> {
    pub(super) const fn new(open: &'de Cell<bool>) -> Self {
        Self(Some(open))
    }
}

impl<'de> Supply<'de> for Note<'de> {
    const ON: bool = false;
    const OPEN: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn more(self, _rest: &'de [u8], _offset: usize, _len: usize) -> Option<&'de [u8]> {
        None
    }

    #[inline]
    fn open(self, _rest: &'de [u8], _offset: usize, _len: usize) -> Option<&'de [u8]> {
        self.0?.set(true);
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(self) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn between(self, _range: Range<usize>) -> Option<&'de [u8]> {
        None
    }
}
