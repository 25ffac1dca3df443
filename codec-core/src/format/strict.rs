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
#[cfg_attr(not(debug_assertions), inline(always))]
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

    delegate!(F: floats, int_sizes, int_writes, char_sizes, char_writes);
    delegate!(F: len_sizes, len_writes, tag_sizes, tag_writes);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        shortest(cursor, F::read_int::<I>, F::int_len::<I>)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError> {
        let start = cursor.offset();
        let byte = cursor.rest().first().copied();
        let value = F::read_bool(cursor)?;
        if byte != Some(u8::from(value)) {
            return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
        }
        Ok(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
        shortest(cursor, F::read_char, F::char_len)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        shortest(cursor, F::read_len, F::len_len)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
        shortest(cursor, F::read_tag, F::tag_len)
    }
}
