//! Any format, with a record of every field on the way.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::{Format, Lacks};
use crate::cursor::Cursor;
use crate::error::{DecodeError, EncodeError};
use crate::int::Int;
use crate::output::Output;
use crate::size::Size;
use crate::trace::Recorder;

/// The format `F`, whose reader records the tree of fields with their offsets
/// and values. [`Format::explain`] is the call that uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Traced<F>(PhantomData<F>);

impl<F: Format> Format for Traced<F> {
    type State = Recorder;
    const NAME: &'static str = F::NAME;
    const LACKS: Lacks = F::LACKS;

    fn int_size<I: Int>() -> Size {
        F::int_size::<I>()
    }

    fn int_len<I: Int>(value: I) -> usize {
        F::int_len(value)
    }

    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        F::read_int(cursor)
    }

    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        F::write_int(out, value)
    }

    fn read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError> {
        F::read_bool(cursor)
    }

    fn read_f32(cursor: &mut Cursor<'_>) -> Result<f32, DecodeError> {
        F::read_f32(cursor)
    }

    fn read_f64(cursor: &mut Cursor<'_>) -> Result<f64, DecodeError> {
        F::read_f64(cursor)
    }

    fn write_f32(out: &mut Output<'_>, value: f32) -> Result<(), EncodeError> {
        F::write_f32(out, value)
    }

    fn write_f64(out: &mut Output<'_>, value: f64) -> Result<(), EncodeError> {
        F::write_f64(out, value)
    }

    fn char_size() -> Size {
        F::char_size()
    }

    fn char_len(value: char) -> usize {
        F::char_len(value)
    }

    fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
        F::read_char(cursor)
    }

    fn write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError> {
        F::write_char(out, value)
    }

    fn len_size() -> Size {
        F::len_size()
    }

    fn len_len(len: usize) -> usize {
        F::len_len(len)
    }

    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        F::read_len(cursor)
    }

    fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
        F::write_len(out, len)
    }

    fn tag_size() -> Size {
        F::tag_size()
    }

    fn tag_len(tag: u32) -> usize {
        F::tag_len(tag)
    }

    fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
        F::read_tag(cursor)
    }

    fn write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError> {
        F::write_tag(out, tag)
    }
}
