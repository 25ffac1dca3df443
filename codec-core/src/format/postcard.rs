//! The layout of postcard 1.
#![forbid(unsafe_code)]

use super::int::Int;
use super::size::Size;
use super::{BigEndian, Layout, LittleEndian, Rules, varint};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// Integers in LEB128, signed ones in zigzag form; lengths and tags alike; a
/// character is a string of one.
///
/// Byte for byte what `postcard` 1 writes (its wire specification, "Varint
/// encoded integers"). As there, a varint may be longer than it need be, up to
/// the longest form of its type (3, 5, 10 and 19 bytes); what is longer or wider
/// is refused ([`VarintOverflow`](DecodeErrorKind::VarintOverflow)). Of a
/// character of up to four bytes that hold more than one, the first counts.
/// Bytes after the value are an error, unless the prefix form is called.
///
/// ```
/// use codec_core::{Format, Postcard};
/// assert_eq!(Postcard::to_vec(&(127u32, 128u32, -2i64))?, [127, 0x80, 1, 3]);
/// assert_eq!(Postcard::to_vec(&('é', vec![7u8]))?, [2, 0xc3, 0xa9, 1, 7]);
/// assert_eq!(Postcard::from_slice::<u16>(&[0x85, 0x80, 0]), Ok(5));
/// assert!(Postcard::from_slice::<u16>(&[0xff, 0xff, 4]).is_err());
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Postcard;

impl Layout for Postcard {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules { name: "postcard", lengths: varint::LENGTHS, ..Rules::PLAIN };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_size<I: Int>() -> Size {
        Size::at_least(1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_len<I: Int>(value: I) -> usize {
        varint::leb128_len(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        varint::read_leb128(cursor, varint::leb128_max(I::SIZE))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_ints<I: Int>(cursor: &mut Cursor<'_>, into: &mut [I]) -> usize {
        varint::read_leb128_run(cursor, into, varint::leb128_max(I::SIZE))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        varint::write_leb128(out, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn char_size() -> Size {
        Size::at_least(2)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn char_len(value: char) -> usize {
        1 + value.len_utf8()
    }

    #[inline]
    fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
        let start = cursor.offset();
        let invalid = || DecodeError::new(DecodeErrorKind::InvalidChar, start);
        let len = Self::read_len(cursor)?;
        if len > 4 {
            return Err(invalid());
        }
        let text = core::str::from_utf8(cursor.take(len)?).map_err(|_| invalid())?;
        text.chars().next().ok_or_else(invalid)
    }

    #[inline]
    fn write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError> {
        Self::write_len(out, value.len_utf8())?;
        out.bytes(value.encode_utf8(&mut [0; 4]).as_bytes())
    }
}
