//! Variable-length integers in a row, several at once.
//!
//! The begin of a LEB128 is known only when the length of the one before is: a loop over values
//! either branches on each length, which is mispredicted where lengths are mixed, or waits for it.
//! Here, one mask shows for 64 bytes at once which of them are the last ones of a value:
//!
//! ```text
//! bytes  05  ac 02  7f  80 80 01  ...
//! ends    1   0  1   1   0  0  1        bit i: byte i is the last one of a value
//! ```
//!
//! The loop then takes the lowest bit away with each value, one instruction, whatever the lengths.
//! Eight values of one byte, and four of two, are taken at once.
#![forbid(unsafe_code)]

use super::super::int::Int;
use crate::io::cursor::Cursor;
use crate::raw::ascii;

/// Bytes of which the ends are found at once.
const WINDOW: usize = 64;

/// A window, and what is read beyond a value that begins in its last bytes.
const READABLE: usize = WINDOW + 10;

/// The bits that say that a value goes on.
const GOES_ON: u64 = 0x8080_8080_8080_8080;

/// The same bits of four values of two bytes.
const PAIRS: u64 = 0x0080_0080_0080_0080;

/// The bytes of a value, by their number.
const MASKS: [u64; 9] = [
    0,
    0xff,
    0xffff,
    0x00ff_ffff,
    0xffff_ffff,
    0x00ff_ffff_ffff,
    0xffff_ffff_ffff,
    0x00ff_ffff_ffff_ffff,
    u64::MAX,
];

/// The fewest values for which it pays.
const FEWEST: usize = 8;

/// Reads LEB128 of `max` bytes at most into the front of `into`, and returns how many. It stops
/// before a value that is longer than eight bytes, cut or refused.
#[inline]
pub(in crate::format) fn read_leb128_run<I: Int>(
    cursor: &mut Cursor<'_>,
    into: &mut [I],
    max: usize,
) -> usize {
    let (mut at, mut done) = (0, 0);
    if cfg!(feature = "optimize_for_size") || into.len() < FEWEST {
        return 0;
    }
    let input = cursor.rest();
    loop {
        let rest = &input[at..];
        let (len, count) = if let Some(window) = rest.first_chunk() {
            read_window(window, &mut into[done..], max)
        } else {
            // The bytes that are added never end a value.
            let mut window = [0x80; READABLE];
            window[..rest.len()].copy_from_slice(rest);
            read_window(&window, &mut into[done..], max)
        };
        at += len;
        done += count;
        if count == 0 || done == into.len() {
            break;
        }
    }
    // All of them are in the input: `ends` has no bit for what is added.
    if cursor.take(at).is_err() { 0 } else { done }
}

/// Reads the values that end in the first 64 bytes, and returns how many bytes they take, and how
/// many there are.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_window<I: Int>(window: &[u8; READABLE], into: &mut [I], max: usize) -> (usize, usize) {
    let (mut start, mut done) = (0, 0);
    let Some(mut ends) = window.first_chunk().map(|first| !ascii::high_bits(first)) else {
        return (0, 0);
    };
    while ends != 0
        && let Some([bytes @ .., ninth, tenth]) = window[start..].first_chunk::<10>()
        && let Some(left @ [_, ..]) = into.get_mut(done..)
    {
        let word = u64::from_le_bytes(*bytes);
        let goes_on = word & GOES_ON;
        let within = start <= WINDOW - 8;
        if goes_on == 0
            && within
            && let Some(values) = left.first_chunk_mut::<8>()
        {
            *values = bytes.map(|byte| I::from_zigzag(byte.into()));
            (start, done, ends) = (start + 8, done + 8, ends & !(0xff << start));
            continue;
        }
        if goes_on == PAIRS
            && within
            && let Some(values) = left.first_chunk_mut::<4>()
        {
            for (value, pair) in values.iter_mut().zip(bytes.chunks_exact(2)) {
                let number = u64::from(pair[0] & 0x7f) | u64::from(pair[1]) << 7;
                *value = I::from_zigzag(number.into());
            }
            (start, done, ends) = (start + 8, done + 4, ends & !(0xff << start));
            continue;
        }
        let end = ends.trailing_zeros() as usize;
        let len = end + 1 - start;
        let number = match len {
            ..=8 => seven_bits_a_byte(word & MASKS[len]),
            9 => seven_bits_a_byte(word) | u64::from(*ninth) << 56,
            10 if *tenth == 1 => seven_bits_a_byte(word) | u64::from(*ninth) << 56 | 1 << 63,
            _ => break,
        };
        if len > max || (I::SIZE < 8 && number >> (8 * I::SIZE) != 0) {
            break;
        }
        left[0] = I::from_zigzag(number.into());
        (start, done, ends) = (end + 1, done + 1, ends & (ends - 1));
    }
    (start, done)
}

/// The low seven bits of each byte, without gaps: pairs of bytes are joined, then pairs of those,
/// then both halves.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn seven_bits_a_byte(word: u64) -> u64 {
    let word = (word & 0x007f_007f_007f_007f) | (word & 0x7f00_7f00_7f00_7f00) >> 1;
    let word = (word & 0x0000_3fff_0000_3fff) | (word & 0x3fff_0000_3fff_0000) >> 2;
    (word & 0x0fff_ffff) | (word & 0x0fff_ffff_0000_0000) >> 4
}

/// Reads integers of one byte up to `largest` (at least 128), or of a marker after it and 2, 4 or 8
/// bytes, into the front of `into`, and returns how many.
#[inline]
pub(in crate::format) fn read_marked_run<I: Int>(
    cursor: &mut Cursor<'_>,
    into: &mut [I],
    largest: u8,
) -> usize {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    if cfg!(feature = "optimize_for_size") || into.len() < FEWEST {
        return 0;
    }
    // Added to the low seven bits of a byte, it reaches the high one where the byte is a marker.
    let carry = u64::from(0xff - largest) * 0x0101_0101_0101_0101;
    let (mut rest, mut done) = (cursor.rest(), 0);
    while let Some((window, _)) = rest.split_first_chunk::<9>()
        && let Some(left @ [_, ..]) = into.get_mut(done..)
    {
        let [first, next @ ..] = *window;
        if first <= largest {
            if let Some(bytes) = rest.first_chunk::<8>()
                && let word = u64::from_le_bytes(*bytes)
                && ((word & LOW) + carry) & word & !LOW == 0
                && let Some(values) = left.first_chunk_mut::<8>()
            {
                *values = bytes.map(|byte| I::from_zigzag(byte.into()));
                (rest, done) = (&rest[8..], done + 8);
                continue;
            }
            left[0] = I::from_zigzag(first.into());
            (rest, done) = (&rest[1..], done + 1);
            continue;
        }
        let word = u64::from_le_bytes(next);
        let (number, width) = match first - largest {
            1 => (word & 0xffff, 2),
            2 => (word & 0xffff_ffff, 4),
            3 => (word, 8),
            _ => break,
        };
        if width > I::SIZE {
            break;
        }
        left[0] = I::from_zigzag(number.into());
        (rest, done) = (&rest[1 + width..], done + 1);
    }
    let read = cursor.remaining() - rest.len();
    if cursor.take(read).is_err() { 0 } else { done }
}

#[cfg(all(test, feature = "std"))]
#[path = "run_tests.rs"]
mod tests;
