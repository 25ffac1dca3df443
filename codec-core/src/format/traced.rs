//! Any format, with a record of every field on the way.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::delegate::delegate;
use super::int::Int;
use super::size::Size;
use super::{BigEndian, Layout, LittleEndian, Rules};
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
    const RULES: Rules = F::RULES;

    delegate!(F: ints, bools, floats, chars, lens, tags);
}
