//! Variable-length integers in few instructions, where the size of a program counts more than
//! its speed: two functions for all places, a byte at a time.

use super::{leb128_max, low};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::int::Int;
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// Reads an integer of 16 to 64 bits, as [`read_leb128`](super::read_leb128) does. The input goes
/// by value, and a number and its length come back in registers: a cursor whose address is taken
/// is stored and loaded at every field. What is wrong is distinguished here, where a caller that
/// drops the error has no code for that.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn read<I: Int>(cursor: &mut Cursor<'_>, max: usize) -> Result<I, DecodeError> {
    read_or(cursor, max, DecodeErrorKind::VarintOverflow)
}

/// Like [`read`], with this error for what is too wide.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_or<I: Int>(
    cursor: &mut Cursor<'_>,
    max: usize,
    too_wide: DecodeErrorKind,
) -> Result<I, DecodeError> {
    let (value, len) = if I::SIZE <= 4 {
        let (value, len) = narrow(cursor.rest(), max);
        (value.into(), len)
    } else {
        wide(cursor.rest(), max)
    };
    let lost = I::SIZE == 2 && value >> 16 != 0;
    if len == 0 || len > cursor.rest().len() || lost {
        let (kind, offset) = match len {
            0 => (DecodeErrorKind::UnexpectedEnd, cursor.offset() + cursor.rest().len()),
            _ => (too_wide, cursor.offset()),
        };
        return Err(DecodeError::new(kind, offset));
    }
    cursor.take(len)?;
    Ok(I::from_zigzag(value.into()))
}

/// Reads a length of 64 bits at most where `usize` has 32.
///
/// # Errors
/// [`LengthOverflow`](DecodeErrorKind::LengthOverflow), [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::format) fn read_length(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
    let length: u32 = read_or(cursor, leb128_max(8), DecodeErrorKind::LengthOverflow)?;
    Ok(length as usize)
}

/// The length of what is too wide; that of what is cut is 0.
const TOO_WIDE: usize = usize::MAX;

/// One of up to 32 bits, in registers of that size, and how many bytes it takes.
#[inline(never)]
fn narrow(input: &[u8], max: usize) -> (u32, usize) {
    let (mut value, mut lost, mut shift, mut len) = (0, 0, 0, 0);
    for byte in input.iter().take(max) {
        let low = u32::from(byte & 0x7f);
        len += 1;
        if shift <= 28 {
            value |= low << shift;
        }
        // Of the fifth byte, four bits have room; of those after it, none.
        if shift >= 28 {
            lost |= if shift == 28 { low >> 4 } else { low };
        }
        if *byte < 0x80 {
            return (value, if lost == 0 { len } else { TOO_WIDE });
        }
        shift += 7;
    }
    (0, if input.len() < max { 0 } else { TOO_WIDE })
}

/// Like [`narrow`], for 64 bits.
#[inline(never)]
fn wide(input: &[u8], max: usize) -> (u64, usize) {
    let (mut value, mut shift, mut len) = (0, 0_u32, 0);
    for byte in input.iter().take(max) {
        value |= u64::from(byte & 0x7f) << shift;
        len += 1;
        if *byte < 0x80 {
            return (value, if shift == 63 && *byte > 1 { TOO_WIDE } else { len });
        }
        shift += 7;
    }
    (0, if input.len() < max { 0 } else { TOO_WIDE })
}

/// Number of bytes that an integer of 16 to 64 bits takes, the same as
/// [`leb128_len`](super::leb128_len) returns.
#[cfg_attr(not(debug_assertions), inline(always))]
#[expect(clippy::cast_possible_truncation, reason = "no more bits than the type has")]
pub(super) fn len<I: Int>(value: I) -> usize {
    let value = low(value.zigzag());
    if I::SIZE <= 4 { narrow_len(value as u32) } else { wide_len(value) }
}

#[inline(never)]
const fn narrow_len(value: u32) -> usize {
    ((32 - (value | 1).leading_zeros()) * 9 + 64) as usize >> 6
}

#[inline(never)]
const fn wide_len(value: u64) -> usize {
    ((64 - (value | 1).leading_zeros()) * 9 + 64) as usize >> 6
}

/// Writes an integer of 16 to 64 bits, as [`write_leb128`](super::write_leb128) does.
#[cfg_attr(not(debug_assertions), inline(always))]
#[expect(clippy::cast_possible_truncation, reason = "no more bits than the type has")]
pub(super) fn write<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
    let value = low(value.zigzag());
    let written =
        if I::SIZE <= 4 { write_narrow(out, value as u32) } else { write_wide(out, value) };
    if written { Ok(()) } else { Err(out.error(EncodeErrorKind::BufferTooSmall)) }
}

/// Functions that write an integer of so many bits, and return whether there was room.
macro_rules! writes {
    ($($write:ident $Word:ty),+) => {$(
        #[inline(never)]
        fn $write(out: &mut Output<'_>, mut value: $Word) -> bool {
            loop {
                let [low, ..] = value.to_le_bytes();
                value >>= 7;
                let byte = if value == 0 { low & 0x7f } else { low | 0x80 };
                if out.byte(byte).is_err() {
                    return false;
                }
                if value == 0 {
                    return true;
                }
            }
        }
    )+};
}

writes!(write_narrow u32, write_wide u64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::varint::read_word;

    /// Both readers of one integer, over the same bytes.
    fn alike<I: Int + PartialEq + core::fmt::Debug>(input: &[u8]) {
        for max in [leb128_max(I::SIZE), leb128_max(8)] {
            alike_up_to::<I>(input, max);
        }
    }

    fn alike_up_to<I: Int + PartialEq + core::fmt::Debug>(input: &[u8], max: usize) {
        let (mut fast, mut few) = (Cursor::new(input), Cursor::new(input));
        let expected = read_word::<I>(&mut fast, max);
        assert_eq!(read::<I>(&mut few, max), expected, "{input:x?}");
        if expected.is_ok() {
            assert_eq!(few.offset(), fast.offset());
        }
    }

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
    fn writes_and_counts_what_the_fast_writer_does() {
        fn alike<I: Int>(value: I) {
            let mut rooms = [[core::mem::MaybeUninit::uninit(); 12]; 2];
            let [fast, few] = &mut rooms;
            let (mut fast, mut few) = (Output::new(fast), Output::new(few));
            crate::format::varint::write_leb128(&mut fast, value).unwrap();
            write(&mut few, value).unwrap();
            assert_eq!(few.written(), fast.written());
            assert_eq!(len(value), crate::format::varint::leb128_len(value));
            let len = few.written();
            assert_eq!(few.written_since(0)[..len], fast.written_since(0)[..len]);
        }
        for bit in 0..64 {
            for value in [1_u64 << bit, (1 << bit) - 1, u64::MAX >> bit] {
                alike(value);
                alike(value.cast_signed());
                alike(value as u32);
                alike(value as u16);
                alike(value as i16);
            }
        }
    }

    #[test]
    fn a_length_of_more_bits_than_a_small_machine_has_overflows() {
        let read = |input: &[u8]| read_length(&mut Cursor::new(input));
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0x0f]), Ok(u32::MAX as usize));
        assert_eq!(read(&[0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0]), Ok(5));
        let error = |input: &[u8]| read(input).map_err(|error| (error.kind(), error.offset()));
        let over = Err((DecodeErrorKind::LengthOverflow, 0));
        assert_eq!(error(&[0xff, 0xff, 0xff, 0xff, 0x1f]), over);
        assert_eq!(error(&[0x80, 0x80, 0x80, 0x80, 0x80, 1]), over);
        assert_eq!(error(&[0x80; 11]), over);
        assert_eq!(error(&[0x80, 0x80]), Err((DecodeErrorKind::UnexpectedEnd, 2)));
        assert_eq!(error(&[]), Err((DecodeErrorKind::UnexpectedEnd, 0)));
    }

    #[test]
    fn reads_and_refuses_what_the_fast_reader_does() {
        let ends = [0, 1, 2, 3, 4, 7, 8, 15, 16, 0x7f, 0x80, 0x81, 0xff];
        for len in 0..12 {
            for last in ends {
                for middle in [0x80, 0x81, 0xff] {
                    for after in [0, 12] {
                        let mut input = [0_u8; 24];
                        input[..len].fill(middle);
                        input[len] = last;
                        let input = &input[..len + 1 + after];
                        alike::<u16>(input);
                        alike::<i16>(input);
                        alike::<u32>(input);
                        alike::<u64>(input);
                        alike::<i64>(input);
                        alike::<u64>(&input[..len]);
                    }
                }
            }
        }
    }
}
