//! Tests whether bytes are ASCII, as most strings of a protocol are, without a loop
//! and without a branch on the length.
#![forbid(unsafe_code)]

use super::SHORT;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::high_bits_of_16;

/// Bit i is the top bit of byte i.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn high_bits(window: &[u8; SHORT]) -> u64 {
    let parts = window.as_chunks::<16>().0.iter().rev();
    parts.fold(0, |bits, part| (bits << 16) | u64::from(high_bits_of_16(part)))
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn high_bits_of_16(part: &[u8; 16]) -> u16 {
    part.iter().rev().fold(0, |bits, byte| (bits << 1) | u16::from(byte >> 7))
}

/// Returns whether the bytes are ASCII and at most [`SHORT`].
///
/// Four parts of one width, at the front, at the back and as far from both as
/// the length allows, cover every length from that width to four times it.
#[inline]
pub(crate) fn is_short_ascii(bytes: &[u8]) -> bool {
    const HIGH: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;
    let all = match bytes.len() {
        16..=SHORT => {
            parts::<16>(bytes).into_iter().fold(0, |all, part| all | u128::from_le_bytes(part))
        }
        4..=15 => parts::<4>(bytes)
            .into_iter()
            .fold(0, |all, part| all | u128::from(u32::from_le_bytes(part))),
        1..=3 => parts::<1>(bytes).into_iter().fold(0, |all, [byte]| all | u128::from(byte)),
        0 => 0,
        _ => HIGH,
    };
    all & HIGH == 0
}

/// Returns whether every byte is 0 or 1; few ones without a loop.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn are_bits(bytes: &[u8]) -> bool {
    let all = match bytes.len() {
        16..=SHORT => {
            parts::<16>(bytes).into_iter().fold(0, |all, part| all | u128::from_le_bytes(part))
        }
        4..=15 => parts::<4>(bytes)
            .into_iter()
            .fold(0, |all, part| all | u128::from(u32::from_le_bytes(part))),
        _ => bytes.iter().fold(0, |all, byte| all | u128::from(*byte)),
    };
    all & 0xfefe_fefe_fefe_fefe_fefe_fefe_fefe_fefe == 0
}

/// Four parts of `W` bytes; there are at least `W` and at most four times that many bytes. The
/// first two reach to `min(2 * W, len)` and the last two begin at `max(len - 2 * W, 0)`, so that
/// every byte is in one of them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parts<const W: usize>(bytes: &[u8]) -> [[u8; W]; 4] {
    let last = bytes.len() - W;
    // Not by `map` and `copy_from_slice`, which are calls where they are not inlined.
    let part = |start: usize| {
        let part = &bytes[start..start + W];
        *part.first_chunk().unwrap_or(&[0; W])
    };
    [part(0), part(last.min(W)), part(last.saturating_sub(W)), part(last)]
}
