//! Copies too short for `memcpy`.
#![allow(unsafe_code)]

/// Strings and copies up to this length take the short path.
pub(crate) const SHORT: usize = 64;

/// Copies `from` to `to`. A `memcpy` of unknown length is a call, and its branch on the
/// length is often mispredicted: strings are short and of any length. Four overlapping
/// loads and stores ([`quarters`]) have two such branches.
///
/// # Safety
/// `to` is valid for writes of `from.len()` bytes that do not overlap `from`.
#[inline(always)]
pub(crate) const unsafe fn copy(to: *mut u8, from: &[u8]) {
    let (len, from) = (from.len(), from.as_ptr());
    // SAFETY: the caller's promise about `to`; `from` is a slice of `len`
    // bytes; each width gets the lengths that it covers.
    unsafe {
        if len > SHORT {
            core::ptr::copy_nonoverlapping(from, to, len);
        } else if len >= 16 {
            quarters::<u128>(to, from, len);
        } else if len >= 4 {
            quarters::<u32>(to, from, len);
        } else if len > 0 {
            quarters::<u8>(to, from, len);
        }
    }
}

#[inline(always)]
/// Copies four parts as long as an integer `W`, which may overlap (no array, because
/// the optimiser keeps integers in registers).
///
/// With `w` the width and `last = len - w`, they start at 0, `min(w, last)`,
/// `max(last - w, 0)` and `last`. Every byte is in one of them: the first two
/// reach to `min(2 * w, len)` and the last two begin at `max(len - 2 * w, 0)`,
/// which is no later while `len` is at most `4 * w`.
///
/// # Safety
/// `W` is an unsigned integer and `len` between its size and four times that;
/// `from` is valid for reads and `to` for writes of `len` bytes that do not overlap.
const unsafe fn quarters<W: Copy>(to: *mut u8, from: *const u8, len: usize) {
    let width = size_of::<W>();
    let last = len - width;
    let second = if last < width { last } else { width };
    let third = last.saturating_sub(width);
    // SAFETY: all four starts are at most `last`, and `last + width` is `len`,
    // so each part is within the `len` bytes that the caller vouches for. The
    // accesses are unaligned ones, and any bits are an unsigned integer.
    unsafe {
        let one = from.cast::<W>().read_unaligned();
        let two = from.add(second).cast::<W>().read_unaligned();
        let three = from.add(third).cast::<W>().read_unaligned();
        let four = from.add(last).cast::<W>().read_unaligned();
        to.cast::<W>().write_unaligned(one);
        to.add(second).cast::<W>().write_unaligned(two);
        to.add(third).cast::<W>().write_unaligned(three);
        to.add(last).cast::<W>().write_unaligned(four);
    }
}
