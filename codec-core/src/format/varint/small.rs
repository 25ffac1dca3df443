//! Variable-length integers in few instructions, where the size of a program counts more than
//! its speed: two functions for all places, a byte at a time.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::int::Int;
use crate::io::cursor::Cursor;

/// Reads an integer of 16 to 64 bits, as [`read_leb128`](super::read_leb128) does.
#[inline(always)]
pub(super) fn read<I: Int>(cursor: &mut Cursor<'_>, max: usize) -> Result<I, DecodeError> {
    let value = match I::SIZE {
        2 => narrow(cursor, max, 16)?.into(),
        4 => narrow(cursor, max, 32)?.into(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::varint::{leb128_max, read_word};

    /// Both readers of one integer, over the same bytes.
    fn alike<I: Int + PartialEq + core::fmt::Debug>(input: &[u8]) {
        let max = leb128_max(I::SIZE);
        let (mut fast, mut few) = (Cursor::new(input), Cursor::new(input));
        let expected = read_word::<I>(&mut fast, max);
        assert_eq!(read::<I>(&mut few, max), expected, "{input:x?}");
        if expected.is_ok() {
            assert_eq!(few.offset(), fast.offset());
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
