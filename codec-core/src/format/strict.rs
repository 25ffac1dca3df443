//! Any format, accepting only the canonical encoding.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::delegate::delegate;
use super::int::Int;
use super::size::Size;
use super::{BigEndian, Fixed, Layout, LittleEndian, MapOrder, Rules};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// The format `F`, which refuses every encoding but the one that it would write itself
/// ([`NonCanonical`](DecodeErrorKind::NonCanonical)): overlong varints, unsorted or duplicate keys,
/// nonzero padding bits, nanoseconds of a second or more. Whatever decodes encodes to the same
/// bytes again.
///
/// It writes what `F` writes, with one exception: where `F` leaves the order of
/// a map to the map ([`MapOrder::Iteration`]), keys are written in ascending
/// order, so that a `HashMap` has one encoding, too.
///
/// ```
/// use codec_core::{DecodeErrorKind, Format, Postcard, Strict};
/// assert_eq!(Postcard::from_slice::<u16>(&[0x85, 0x00]), Ok(5));
/// let error = Strict::<Postcard>::from_slice::<u16>(&[0x85, 0x00]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 0));
/// assert_eq!(Strict::<Postcard>::from_slice::<u16>(&[0x05]), Ok(5));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strict<F>(PhantomData<F>);

/// Reads a value that says of itself how many bytes it takes when written.
#[inline(always)]
fn shortest<T: Copy>(
    cursor: &mut Cursor<'_>,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<T, DecodeError>,
    len: impl FnOnce(T) -> usize,
) -> Result<T, DecodeError> {
    let start = cursor.offset();
    let value = read(cursor)?;
    if cursor.offset() - start != len(value) {
        return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
    }
    Ok(value)
}

impl<F: Layout> Layout for Strict<F> {
    type State = F::State;
    type Checked = F::Checked;
    type Big = BigEndian<Fixed<Self>>;
    type Little = LittleEndian<Fixed<Self>>;
    const RULES: Rules = Rules {
        strict: true,
        map_order: match F::RULES.map_order {
            MapOrder::Iteration | MapOrder::Key => MapOrder::Key,
            MapOrder::EncodedKey => MapOrder::EncodedKey,
        },
        ..F::RULES
    };

    delegate!(F: floats);

    #[inline(always)]
    fn int_size<I: Int>() -> Size {
        F::int_size::<I>()
    }

    #[inline(always)]
    fn int_len<I: Int>(value: I) -> usize {
        F::int_len(value)
    }

    #[inline(always)]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        shortest(cursor, F::read_int::<I>, F::int_len::<I>)
    }

    #[inline(always)]
    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        F::write_int(out, value)
    }

    #[inline(always)]
    fn read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError> {
        let start = cursor.offset();
        let byte = cursor.rest().first().copied();
        let value = F::read_bool(cursor)?;
        if byte != Some(u8::from(value)) {
            return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
        }
        Ok(value)
    }

    #[inline(always)]
    fn char_size() -> Size {
        F::char_size()
    }

    #[inline(always)]
    fn char_len(value: char) -> usize {
        F::char_len(value)
    }

    #[inline(always)]
    fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
        shortest(cursor, F::read_char, F::char_len)
    }

    #[inline(always)]
    fn write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError> {
        F::write_char(out, value)
    }

    #[inline(always)]
    fn len_size() -> Size {
        F::len_size()
    }

    #[inline(always)]
    fn len_len(len: usize) -> usize {
        F::len_len(len)
    }

    #[inline(always)]
    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        shortest(cursor, F::read_len, F::len_len)
    }

    #[inline(always)]
    fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
        F::write_len(out, len)
    }

    #[inline(always)]
    fn tag_size() -> Size {
        F::tag_size()
    }

    #[inline(always)]
    fn tag_len(tag: u32) -> usize {
        F::tag_len(tag)
    }

    #[inline(always)]
    fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
        shortest(cursor, F::read_tag, F::tag_len)
    }

    #[inline(always)]
    fn write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError> {
        F::write_tag(out, tag)
    }
}
