//! Any format, with numbers of fixed width in a byte order of choice.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::delegate::delegate;
use super::size::Size;
use super::{Layout, Rules};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// The format `F` with integers and floats of fixed width, big-endian. Lengths
/// and tags that have a fixed width in `F` are big-endian, too; those of
/// variable length stay as they are.
///
/// `BigEndian<Bincode>` writes what `bincode` 1 does `with_fixint_encoding` and
/// `with_big_endian`. `#[codec(be)]` uses it for a field or a type.
///
/// ```
/// use codec_core::{Bincode, Format, format::BigEndian};
/// assert_eq!(BigEndian::<Bincode>::to_vec(&(1u16, 2u32))?, [0, 1, 0, 0, 0, 2]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BigEndian<F>(PhantomData<F>);

/// The format `F` with integers and floats of fixed width, little-endian.
/// `#[codec(le)]` uses it for a field or a type.
///
/// ```
/// use codec_core::{Format, Postcard, format::LittleEndian};
/// assert_eq!(LittleEndian::<Postcard>::to_vec(&(1u16, 2u32))?, [1, 0, 2, 0, 0, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LittleEndian<F>(PhantomData<F>);

/// Reads a number of `size` bytes, the most significant first.
fn read_big(cursor: &mut Cursor<'_>, size: usize) -> Result<u64, DecodeError> {
    let bytes = cursor.take(size)?;
    Ok(bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

/// Writes a number of `size` bytes, the most significant first.
fn write_big(out: &mut Output<'_>, value: u64, size: usize) -> Result<(), EncodeError> {
    out.bytes(&value.to_be_bytes()[8 - size..])
}

/// Reads a number of `size` bytes, the least significant first.
fn read_little(cursor: &mut Cursor<'_>, size: usize) -> Result<u64, DecodeError> {
    let bytes = cursor.take(size)?;
    Ok(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

/// Writes a number of `size` bytes, the least significant first.
fn write_little(out: &mut Output<'_>, value: u64, size: usize) -> Result<(), EncodeError> {
    out.bytes(&value.to_le_bytes()[..size])
}

/// Whether this is the size of a number that [`read_big`] can read.
const fn is_word(size: Size) -> bool {
    size.fixed && size.min <= 8
}

/// Lengths and tags in the wrapper's byte order, where they have a fixed width in another
/// one in `F`.
macro_rules! words {
    ($read:ident, $write:ident) => {
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
            if !is_word(F::len_size()) || F::RULES.big_endian == Self::RULES.big_endian {
                return F::read_len(cursor);
            }
            let offset = cursor.offset();
            let len = $read(cursor, F::len_size().min)?;
            usize::try_from(len)
                .map_err(|_| DecodeError::new(DecodeErrorKind::LengthOverflow, offset))
        }

        #[inline(always)]
        fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
            let (word, size) = (len as u64, F::len_size());
            if !is_word(size) || F::RULES.big_endian == Self::RULES.big_endian {
                return F::write_len(out, len);
            }
            if size.min < 8 && word >> (8 * size.min) != 0 {
                return Err(out.error(EncodeErrorKind::LengthOverLimit));
            }
            $write(out, word, size.min)
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
            if !is_word(F::tag_size()) || F::RULES.big_endian == Self::RULES.big_endian {
                return F::read_tag(cursor);
            }
            let offset = cursor.offset();
            let tag = $read(cursor, F::tag_size().min)?;
            u32::try_from(tag).map_err(|_| DecodeError::new(DecodeErrorKind::InvalidTag, offset))
        }

        #[inline(always)]
        fn write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError> {
            let size = F::tag_size();
            if !is_word(size) || F::RULES.big_endian == Self::RULES.big_endian {
                return F::write_tag(out, tag);
            }
            if tag > F::RULES.tag_max {
                return Err(out.error(EncodeErrorKind::IntegerOutOfRange));
            }
            $write(out, tag.into(), size.min)
        }
    };
}

impl<F: Layout> Layout for BigEndian<F> {
    type State = F::State;
    type Checked = BigEndian<F::Checked>;
    type Big = Self;
    type Little = LittleEndian<F>;
    const RULES: Rules = Rules { big_endian: true, ..F::RULES };

    // Integers and floats are as the defaults of `Layout` have them.
    delegate!(F: bools, chars);
    words!(read_big, write_big);
}

impl<F: Layout> Layout for LittleEndian<F> {
    type State = F::State;
    type Checked = LittleEndian<F::Checked>;
    type Big = BigEndian<F>;
    type Little = Self;
    const RULES: Rules = Rules { big_endian: false, ..F::RULES };

    // As above.
    delegate!(F: bools, chars);
    words!(read_little, write_little);
}
