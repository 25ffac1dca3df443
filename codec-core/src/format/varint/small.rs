//! Variable-length integers in few instructions, where the size of a program counts more than
//! its speed: two functions for all places, a byte at a time.

use super::{leb128_max, low};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::int::Int;
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// Reads an integer of 16 to 64 bits, as [`read_leb128`](super::read_leb128) does.
#[inline(always)]
pub(super) fn read<I: Int>(cursor: &mut Cursor<'_>, max: usize) -> Result<I, DecodeError> {
    let value = match I::SIZE {
        2 if max == leb128_max(2) => narrow(cursor, max, 16)?.into(),
        4 if max == leb128_max(4) => narrow(cursor, max, 32)?.into(),
        // A format may take more bytes than the type needs.
        2 => within(cursor, max, 16)?,
        4 => within(cursor, max, 32)?,
        _ => wide(cursor, max)?,
    };
    Ok(I::from_zigzag(value.into()))
}

/// One of up to 32 bits, in registers of that size.
#[inline(never)]
fn narrow(cursor: &mut Cursor<'_>, max: usize, bits: u32) -> Result<u32, DecodeError> {
    let input = cursor.rest();
    let (mut value, mut shift) = (0, 0);
    for (index, byte) in input.iter().take(max).enumerate() {
        value |= u32::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            // The last byte has room for what is left of the bits.
            if shift + 7 > bits && u32::from(*byte) >> (bits - shift) != 0 {
                break;
            }
            cursor.take(index + 1)?;
            return Ok(value);
        }
        shift += 7;
    }
    Err(refuse(cursor, max))
}

/// One of so many bits in as many bytes as one of 64 bits may take.
fn within(cursor: &mut Cursor<'_>, max: usize, bits: u32) -> Result<u64, DecodeError> {
    let start = cursor.offset();
    let value = wide(cursor, max)?;
    if value >> bits == 0 {
        return Ok(value);
    }
    Err(DecodeError::new(DecodeErrorKind::VarintOverflow, start))
}

/// One of 64 bits.
#[inline(never)]
fn wide(cursor: &mut Cursor<'_>, max: usize) -> Result<u64, DecodeError> {
    let input = cursor.rest();
    let (mut value, mut shift) = (0, 0_u32);
    for (index, byte) in input.iter().take(max).enumerate() {
        value |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            if shift == 63 && *byte > 1 {
                break;
            }
            cursor.take(index + 1)?;
            return Ok(value);
        }
        shift += 7;
    }
    Err(refuse(cursor, max))
}

#[cold]
#[inline(never)]
fn refuse(cursor: &Cursor<'_>, max: usize) -> DecodeError {
    match cursor.rest() {
        [] => cursor.error(DecodeErrorKind::UnexpectedEnd),
        [_, tail @ ..] => super::refuse_leb128(tail, cursor.offset(), max),
    }
}

/// How many bytes an integer of 16 to 64 bits takes, as
/// [`leb128_len`](super::leb128_len) tells.
#[inline(always)]
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
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "no more bits than the type has")]
pub(super) fn write<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
    let value = low(value.zigzag());
    if I::SIZE <= 4 { write_narrow(out, value as u32) } else { write_wide(out, value) }
}

#[inline(never)]
fn write_narrow(out: &mut Output<'_>, mut value: u32) -> Result<(), EncodeError> {
    while value >= 0x80 {
        out.byte(value.to_le_bytes()[0] | 0x80)?;
        value >>= 7;
    }
    out.byte(value.to_le_bytes()[0])
}

#[inline(never)]
fn write_wide(out: &mut Output<'_>, mut value: u64) -> Result<(), EncodeError> {
    while value >= 0x80 {
        out.byte(value.to_le_bytes()[0] | 0x80)?;
        value >>= 7;
    }
    out.byte(value.to_le_bytes()[0])
}

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
