//! Any format, read by a reader that fetches what it lacks.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use crate::cursor::Cursor;
use crate::error::{DecodeError, EncodeError};
use crate::format::delegate::delegate;
use crate::format::{BigEndian, Lacks, Layout, LittleEndian};
use crate::int::Int;
use crate::output::Output;
use crate::size::Size;
use crate::trace::{Supply, Trace, Value};

/// The format `F`, whose reader asks a [`Source`] for more at the end of its input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fetched<F>(PhantomData<F>);

impl<F: Layout> Layout for Fetched<F> {
    type State = Fetching;
    type Checked = F::Checked;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const NAME: &'static str = F::NAME;
    const LACKS: Lacks = F::LACKS;
    const TAG_MAX: u32 = F::TAG_MAX;
    const BIG_ENDIAN: bool = F::BIG_ENDIAN;
    const STRICT: bool = F::STRICT;
    const LACKS_NAN: bool = F::LACKS_NAN;

    delegate!(F: kinds, ints, bools, floats, chars, lens, tags);
}

/// Records nothing, and has a supply.
#[derive(Debug, Default)]
pub(super) struct Fetching;

impl Trace for Fetching {
    const ON: bool = false;
    type Supply<'de> = Source<'de>;

    fn enter_field(&mut self, _of: &'static str, _field: &'static str, _start: usize) {}
    fn enter_element(&mut self, _index: usize, _start: usize) {}
    fn leave(&mut self, _end: usize) {}
    fn value(&mut self, _range: Range<usize>, _value: Value) {}
    fn over_limit(&mut self, _len: usize, _max: usize) {}
    fn refused(&mut self, _message: &'static str) {}
}

/// What a [`Source`] stands for.
pub(super) trait More<'de> {
    /// The bytes of `rest` and those that follow them, `len` bytes at least.
    fn more(&self, rest: &'de [u8], len: usize) -> Option<&'de [u8]>;

    /// The bytes between two offsets in all that there was so far.
    fn between(&self, range: Range<usize>) -> Option<&'de [u8]>;
}

/// Where more input comes from, if from anywhere.
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

    fn more(self, rest: &'de [u8], len: usize) -> Option<&'de [u8]> {
        self.0?.more(rest, len)
    }

    fn between(self, range: Range<usize>) -> Option<&'de [u8]> {
        self.0?.between(range)
    }
}
