//! Copies too short for `memcpy`.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

/// Strings and copies up to this length take the short path.
pub(crate) const SHORT: usize = 64;

/// Copies four parts as long as an integer of this type, which may overlap (no array, because
/// the optimiser keeps integers in registers).
///
/// With `w` the width and `last = len - w`, they start at 0, `min(w, last)`,
/// `max(last - w, 0)` and `last`. Every byte is in one of them: the first two
/// reach to `min(2 * w, len)` and the last two begin at `max(len - 2 * w, 0)`,
/// which is no later while `len` is at most `4 * w`.
macro_rules! quarters {
    ($int:ty, $to:ident, $from:ident, $len:ident) => {
        let width = size_of::<$int>();
        let last = $len - width;
        let second = if last < width { last } else { width };
        let third = last.saturating_sub(width);
        let one = $from.cast::<$int>().read_unaligned();
        let two = $from.add(second).cast::<$int>().read_unaligned();
        let three = $from.add(third).cast::<$int>().read_unaligned();
        let four = $from.add(last).cast::<$int>().read_unaligned();
        $to.cast::<$int>().write_unaligned(one);
        $to.add(second).cast::<$int>().write_unaligned(two);
        $to.add(third).cast::<$int>().write_unaligned(three);
        $to.add(last).cast::<$int>().write_unaligned(four);
    };
}

/// Copies `from` to places of the same number, all of which are initialised then. A `memcpy` of
/// unknown length is a call, and its branch on the length is often mispredicted: strings are short
/// and of any length. Four overlapping loads and stores have two such branches.
///
/// # Panics
/// When there are fewer or more places than bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn copy(to: &mut [MaybeUninit<u8>], from: &[u8]) {
    assert!(to.len() == from.len());
    let (len, from, to) = (from.len(), from.as_ptr(), to.as_mut_ptr().cast::<u8>());
    // Each width gets the lengths that it covers, from its own to four times that: all four starts are
    // at most `last`, and `last + width` is `len`.
    // SAFETY: Both slices are of `len` bytes, and don't overlap, since one is borrowed mutably. Each
    // part is within them. The accesses are unaligned ones, and any bits are an unsigned integer.
    unsafe {
        if len > SHORT {
            core::ptr::copy_nonoverlapping(from, to, len);
        } else if len >= 16 {
            quarters!(u128, to, from, len);
        } else if len >= 4 {
            quarters!(u32, to, from, len);
        } else if len > 0 {
            quarters!(u8, to, from, len);
        }
    }
}
