//! Variable-length integers, for authors of formats: LEB128, and integers after a marker
//! byte.
//!
//! ```
//! use codec_core::format::varint::{leb128_len, leb128_max, read_leb128, write_leb128};
//! use codec_core::{Cursor, Output};
//! let mut room = [core::mem::MaybeUninit::uninit(); 8];
//! let mut out = Output::new(&mut room);
//! write_leb128(&mut out, 300_u32)?;
//! assert_eq!((out.written(), leb128_len(300_u32)), (2, 2));
//! let mut cursor = Cursor::new(&[0xac, 0x02]);
//! assert_eq!(read_leb128::<u32>(&mut cursor, leb128_max(4))?, 300);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of one byte, in LEB128 of two, or three of 16 bits, is read in place. What is longer is
//! read by a function that takes the input by value and returns a number and how many bytes it
//! took, 0 when it is damaged: both are passed in registers, and so does the cursor of the caller.
//! Only a refusal looks at the bytes again, to distinguish a cut value from one that is too wide.
#![forbid(unsafe_code)]

mod run;
mod small;

use super::int::Int;
use super::number::NumberLayout;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// `true` if lengths are read and written in registers of 32 bits, where those of 64 bits take two
/// and programs are to be small.
pub(super) const SMALL_LENGTHS: bool = cfg!(feature = "optimize_for_size") && usize::BITS <= 32;

/// The layout of lengths of a format whose integers are LEB128.
pub(super) const LENGTHS: NumberLayout =
    if SMALL_LENGTHS { NumberLayout::Leb128U64 } else { NumberLayout::Int64 };

pub(super) use run::{read_leb128_run, read_marked_run};
pub(super) use small::read_length;

/// The most bytes that LEB128 needs for an integer of this many bytes: 5 for 4, 10 for 8.
pub const fn leb128_max(size: usize) -> usize {
    (size * 8).div_ceil(7)
}

/// The low half; the whole of a number whose type has 64 bits at most.
#[cfg_attr(not(debug_assertions), inline(always))]
#[expect(clippy::cast_possible_truncation, reason = "the low half is asked for")]
pub(super) const fn low(value: u128) -> u64 {
    value as u64
}

/// Length of the shortest LEB128 of a value, in bytes; of a signed one, after zigzag.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn leb128_len<I: Int>(value: I) -> usize {
    if I::SIZE > 8 {
        let bits = 128 - (value.zigzag() | 1).leading_zeros();
        return bits.div_ceil(7) as usize;
    }
    if cfg!(feature = "optimize_for_size") {
        return small::len(value);
    }
    // The same for up to 64 bits, without a division.
    let bits = 64 - (low(value.zigzag()) | 1).leading_zeros();
    ((bits * 9 + 64) >> 6) as usize
}

/// Writes the shortest LEB128: seven bits a byte, the least significant first, the high
/// bit set where more follow. A signed integer is written after zigzag (0, -1, 1, -2, ..
/// are 0, 1, 2, 3, ..).
///
/// # Errors
/// [`BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_leb128<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
    if I::SIZE > 8 && value.zigzag() >> 56 != 0 {
        return write_leb128_wide(out, value.zigzag());
    }
    if cfg!(feature = "optimize_for_size") && I::SIZE <= 8 {
        return small::write(out, value);
    }
    let mut value = low(value.zigzag());
    if value < 0x80 {
        return out.byte(value.to_le_bytes()[0]);
    }
    let bits = 64 - value.leading_zeros();
    if bits <= 56 {
        let (word, len) = leb128_word_of(value, bits);
        if out.front(&word.to_le_bytes(), len) {
            return Ok(());
        }
    }
    while value >= 0x80 {
        out.byte(value.to_le_bytes()[0] | 0x80)?;
        value >>= 7;
    }
    out.byte(value.to_le_bytes()[0])
}

/// The LEB128 of a value of 8 to 56 bits, in a word, and its length. How long it is
/// differs from value to value; so there is no branch.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn leb128_word_of(value: u64, bits: u32) -> (u64, usize) {
    const GOES_ON: u64 = 0x8080_8080_8080_8080;
    let len = (bits * 9 + 64) >> 6;
    // Seven bits a byte: halves are separated, then quarters, then eighths.
    let word = (value & 0x0fff_ffff) | (value & 0x00ff_ffff_f000_0000) << 4;
    let word = (word & 0x0000_3fff_0000_3fff) | (word & 0x0fff_c000_0fff_c000) << 2;
    let word = (word & 0x007f_007f_007f_007f) | (word & 0x3f80_3f80_3f80_3f80) << 1;
    (word | GOES_ON >> (8 * (9 - len)), len as usize)
}

/// Eight bytes at once while more follow.
fn write_leb128_wide(out: &mut Output<'_>, mut value: u128) -> Result<(), EncodeError> {
    while value >> 56 != 0 {
        let (word, _) = leb128_word_of(low(value) & ((1 << 56) - 1), 56);
        out.array(&(word | 1 << 63).to_le_bytes())?;
        value >>= 56;
    }
    write_leb128(out, low(value))
}

/// Reads LEB128 of `max` bytes at most, redundant ones among them.
///
/// # Errors
/// [`VarintOverflow`](DecodeErrorKind::VarintOverflow) for a value of more bytes or bits,
/// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_leb128<I: Int>(cursor: &mut Cursor<'_>, max: usize) -> Result<I, DecodeError> {
    if cfg!(feature = "optimize_for_size") && I::SIZE <= 8 {
        return small::read(cursor, max);
    }
    read_word(cursor, max)
}

/// Reads an integer with its common lengths inlined.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_word<I: Int>(cursor: &mut Cursor<'_>, max: usize) -> Result<I, DecodeError> {
    let first = cursor.byte()?;
    if first < 0x80 {
        return Ok(I::from_zigzag(first.into()));
    }
    let tail = cursor.rest();
    if let [second @ 0..=0x7f, ..] = *tail {
        cursor.byte()?;
        return Ok(I::from_zigzag((u64::from(first & 0x7f) | u64::from(second) << 7).into()));
    }
    if I::SIZE == 2
        && let [second, third @ 0..=3, ..] = *tail
    {
        cursor.take(2)?;
        let value =
            u32::from(first & 0x7f) | u32::from(second & 0x7f) << 7 | u32::from(third) << 14;
        return Ok(I::from_zigzag(value.into()));
    }
    let (value, len) = if I::SIZE <= 8 {
        let (value, len) = leb128_word(first, tail);
        (u128::from(value), len)
    } else {
        leb128_wide(first, tail)
    };
    let fits = I::SIZE == 16 || value >> (I::SIZE * 8) == 0;
    if len == 0 || len >= max || !fits || len > tail.len() {
        return Err(refuse_leb128(tail, cursor.offset(), max));
    }
    cursor.take(len)?;
    Ok(I::from_zigzag(value))
}

/// A value of 64 bits whose first byte says that it goes on, and how many bytes
/// of `tail` it takes; 0 when it is cut or too wide.
///
/// With nine bytes there, the loop is unrolled without a bounds check. Finding
/// the end in a word of eight bytes and closing the gaps by masks was measured
/// too: the next value then waits for all of it, where a branch is predicted.
#[inline(never)]
const fn leb128_word(first: u8, tail: &[u8]) -> (u64, usize) {
    let low = (first & 0x7f) as u64;
    let Some((window, _)) = tail.split_first_chunk::<9>() else {
        return leb128_at_end(low, tail);
    };
    let mut value = low;
    let mut len = 0;
    while len < 8 {
        let byte = window[len];
        len += 1;
        value |= ((byte & 0x7f) as u64) << (7 * len);
        if byte < 0x80 {
            return (value, len);
        }
    }
    // The tenth byte has room for bit 63 alone.
    if window[8] <= 1 { (value | (window[8] as u64) << 63, 9) } else { (0, 0) }
}

/// Like [`leb128_word`], with fewer than nine bytes of input left.
const fn leb128_at_end(mut value: u64, tail: &[u8]) -> (u64, usize) {
    let mut len = 0;
    while len < tail.len() {
        let byte = tail[len];
        len += 1;
        value |= ((byte & 0x7f) as u64) << (7 * len);
        if byte < 0x80 {
            return (value, len);
        }
    }
    (0, 0)
}

/// Like [`leb128_word`], for 128 bits; the nineteenth byte has room for two.
#[inline(never)]
const fn leb128_wide(first: u8, tail: &[u8]) -> (u128, usize) {
    // After what is cut comes a last byte, and the value takes more than is there.
    let mut padded = [0; 18];
    let window = if let Some(window) = tail.first_chunk() {
        window
    } else {
        padded.split_at_mut(tail.len()).0.copy_from_slice(tail);
        &padded
    };
    let (word, mut len) = leb128_eight(window, 0);
    let mut value = (first & 0x7f) as u128 | (word as u128) << 7;
    if len > 8 {
        let (word, more) = leb128_eight(window, 8);
        value |= (word as u128) << 63;
        len = 8 + more;
    }
    if len > 16 {
        let [.., high, last] = *window;
        let is_last = high < 0x80;
        value |= ((high & 0x7f) as u128 | if is_last { 0 } else { (last as u128) << 7 }) << 119;
        len = if is_last { 17 } else { 18 };
        if !is_last && last > 3 {
            return (0, 0);
        }
    }
    if len <= tail.len() { (value, len) } else { (0, 0) }
}

/// Seven bits each of eight bytes, and how many of them: 9 if more follow.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn leb128_eight(window: &[u8; 18], start: usize) -> (u64, usize) {
    let (mut word, mut len) = (0, 0);
    while len < 8 {
        let byte = window[start + len];
        word |= ((byte & 0x7f) as u64) << (7 * len);
        len += 1;
        if byte < 0x80 {
            return (word, len);
        }
    }
    (word, 9)
}

/// The error of a value whose first byte is before `tail`, which is at `offset`.
#[cold]
#[inline(never)]
fn refuse_leb128(tail: &[u8], offset: usize, max: usize) -> DecodeError {
    if tail.len() + 1 < max && tail.iter().all(|byte| *byte >= 0x80) {
        return DecodeError::new(DecodeErrorKind::UnexpectedEnd, offset + tail.len());
    }
    DecodeError::new(DecodeErrorKind::VarintOverflow, offset - 1)
}

/// A little-endian integer of 2, 4 or 8 bytes (`power` 1, 2 or 3) and its width;
/// width 0 for another power, and when the input is cut.
#[inline(never)]
pub(super) fn word(power: u8, input: &[u8]) -> (u64, usize) {
    let word = match power {
        1 => input.first_chunk().map(|bytes| (u16::from_le_bytes(*bytes).into(), 2)),
        2 => input.first_chunk().map(|bytes| (u32::from_le_bytes(*bytes).into(), 4)),
        3 => input.first_chunk().map(|bytes| (u64::from_le_bytes(*bytes), 8)),
        _ => None,
    };
    word.unwrap_or((0, 0))
}

/// Writes a marker and the `LOW` low bytes of a word, one less than `ALL`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn write_word<const LOW: usize, const ALL: usize>(
    out: &mut Output<'_>,
    marker: u8,
    word: u64,
) -> Result<(), EncodeError> {
    let (mut bytes, word) = ([marker; ALL], word.to_le_bytes());
    // Assigned and not by `copy_from_slice`, which is not always inlined.
    if let (Some(to), Some(from)) = (bytes.last_chunk_mut::<LOW>(), word.first_chunk()) {
        *to = *from;
    }
    out.array(&bytes)
}
