//! Strings known to be ASCII, booleans known to be 0 or 1.
#![allow(unsafe_code)]

#[cfg(feature = "alloc")]
use super::copy::copy;
use super::{SHORT, ascii};

/// The first `len` bytes of `window` as a string, when `len` is at most 64 and
/// all of them are ASCII.
///
/// One bit a byte that is not ASCII; a shift drops those beyond `len`. There is
/// neither a loop nor a branch that depends on the length.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn short_ascii(window: &[u8; SHORT], len: usize) -> Option<&str> {
    if len > SHORT {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    let beyond = (SHORT - len) as u32;
    if ascii::high_bits(window).unbounded_shl(beyond) != 0 {
        return None;
    }
    let bytes = window.get(..len)?;
    // SAFETY: bit i of `ascii::high_bits` is the top bit of byte i. What the shift leaves
    // are those of the first `len` bytes (a shift by 64 leaves 0): ASCII, valid UTF-8. Trusts
    // `high_bits`.
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Like [`short_ascii`], for a string with less than a window left from its start:
/// the last strings of an input.
#[inline]
pub(crate) fn short_ascii_at_end(bytes: &[u8]) -> Option<&str> {
    // SAFETY: every byte is ASCII, which is valid UTF-8. Trusts `is_short_ascii`.
    ascii::is_short_ascii(bytes).then(|| unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Bit i is the top bit of byte i.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "see below")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn high_bits_of_16(part: &[u8; 16]) -> u16 {
    use core::arch::x86_64::{_mm_loadu_si128, _mm_movemask_epi8};
    // SAFETY: SSE2 is on (the `cfg` above), and `part` is 16 bytes; the load is
    // an unaligned one. The mask has only its low 16 bits set.
    unsafe { _mm_movemask_epi8(_mm_loadu_si128(part.as_ptr().cast())) as u16 }
}

/// Booleans as the bytes that all formats write for them.
pub(crate) const fn bytes_of(bools: &[bool]) -> &[u8] {
    // SAFETY: a `bool` has the size and alignment of a byte, and is 0 or 1.
    unsafe { core::slice::from_raw_parts(bools.as_ptr().cast(), bools.len()) }
}

/// Appends bytes as booleans, and returns `true`, when all of them are 0 or 1 and there is
/// room for them.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn append_bools(items: &mut alloc::vec::Vec<bool>, bytes: &[u8]) -> bool {
    let (len, bits) = (items.len(), ascii::are_bits(bytes));
    if bits {
        if items.capacity() - len < bytes.len() {
            return false;
        }
        // SAFETY: a `bool` has the size and alignment of a byte, and 0 and 1, which they are, are
        // its values. Trusts `are_bits`.
        let bools = unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) };
        items.extend_from_slice(bools);
    }
    bits
}

/// An owned string, unless there is no memory for one; a short one is copied without a
/// call.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn string(text: &str) -> Option<alloc::string::String> {
    let mut bytes = super::vector(text.len())?;
    copy(bytes.spare_capacity_mut().get_mut(..text.len())?, text.as_bytes());
    // SAFETY: there is room for the string, and all of it is there. Trusts `copy`.
    unsafe {
        bytes.set_len(text.len());
        Some(alloc::string::String::from_utf8_unchecked(bytes))
    }
}

/// Replaces a string by another one. Its memory is kept unless it is too short; `None`
/// when more is needed and refused.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn replace_string(string: &mut alloc::string::String, text: &str) -> Option<()> {
    string.clear();
    // SAFETY: it stays UTF-8: empty, and then a copy of `text`. Trusts `append_bytes`.
    super::append_bytes(unsafe { string.as_mut_vec() }, text.as_bytes())
}
