//! Any format, with a record of every field on the way.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::delegate::delegate;
use super::int::Int;
use super::size::Size;
use super::{BigEndian, Lacks, Layout, LittleEndian};
use crate::error::{DecodeError, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::record::Recorder;

/// The format `F`, whose reader records the tree of fields with their offsets
/// and values. [`Format::explain`](super::Format::explain) is the call that uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Traced<F>(PhantomData<F>);

impl<F: Layout> Layout for Traced<F> {
    type State = Recorder;
    type Checked = F::Checked;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const NAME: &'static str = F::NAME;
    const LACKS: Lacks = F::LACKS;
    const TAG_MAX: u32 = F::TAG_MAX;
    const BIG_ENDIAN: bool = F::BIG_ENDIAN;
    const STRICT: bool = F::STRICT;

    delegate!(F: kinds, ints, bools, floats, chars, lens, tags);
}
