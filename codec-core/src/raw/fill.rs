//! Arrays and vectors filled in place, element by element.
#![allow(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::slot::{Filled, Slot};

/// A value that `build` builds in its place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn built<T, E>(
    build: impl for<'s> FnOnce(Slot<'s, T>) -> Result<Filled<'s>, E>,
) -> Result<T, E> {
    let mut place = MaybeUninit::uninit();
    let Filled { .. } = build(Slot::new(&mut place))?;
    // SAFETY: only filling this very slot makes what `build` returned, as it must accept a slot
    // of any name: the place holds a value, which is taken once. Trusts `Slot::fill`.
    Ok(unsafe { place.assume_init() })
}

/// Builds an array element by element; when `next` fails or panics, what was
/// built is dropped, once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn try_array<T, E, const N: usize>(
    mut next: impl FnMut(usize) -> Result<T, E>,
) -> Result<[T; N], E> {
    struct Partial<T, const N: usize> {
        slots: [MaybeUninit<T>; N],
        /// Invariant: the first `built` slots are initialised.
        built: usize,
    }
    impl<T, const N: usize> Drop for Partial<T, N> {
        fn drop(&mut self) {
            let built: *mut [MaybeUninit<T>] = &raw mut self.slots[..self.built];
            // SAFETY: by the invariant of `built`, a slice of these slots is one of `T`, and nothing
            // reads them after this drop.
            unsafe { core::ptr::drop_in_place(built as *mut [T]) }
        }
    }
    let mut partial = Partial { slots: [const { MaybeUninit::uninit() }; N], built: 0 };
    for index in 0..N {
        partial.slots[index].write(next(index)?);
        partial.built = index + 1;
    }
    // The array takes ownership of every element; the guard must not drop them.
    partial.built = 0;
    // SAFETY: the loop ran to its end, so all N slots are initialised, and
    // `[MaybeUninit<T>; N]` has the layout of `[T; N]`. The guard drops none.
    Ok(unsafe { partial.slots.as_ptr().cast::<[T; N]>().read() })
}

/// The length of a vector while elements are appended: it is set at the end, also when what
/// makes them fails or panics.
#[cfg(feature = "alloc")]
struct Len<'v, T> {
    vec: &'v mut Vec<T>,
    /// Invariant: the first `len` elements are initialised, `len <= capacity`.
    len: usize,
}

#[cfg(feature = "alloc")]
impl<T> Drop for Len<'_, T> {
    fn drop(&mut self) {
        // SAFETY: the invariant of `len` is what `set_len` requires. Trusts `Slot::fill`.
        unsafe { self.vec.set_len(self.len) }
    }
}

/// The next `count` places of a vector, and its length, which counts those that were filled.
///
/// # Panics
/// When the spare capacity is less than `count`.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn spare<T>(vec: &mut Vec<T>, count: usize) -> (&mut [MaybeUninit<T>], Len<'_, T>) {
    let len = vec.len();
    assert!(vec.capacity() - len >= count);
    let slots = vec.as_mut_ptr().cast::<MaybeUninit<T>>();
    // SAFETY: the assertion: these places are in the allocation, and hold no values. The guard
    // borrows the vector for as long as they are borrowed, and changes its length alone.
    let slots = unsafe { core::slice::from_raw_parts_mut(slots.add(len), count) };
    (slots, Len { vec, len })
}

/// Appends `count` elements to `vec` without a capacity check per element; when
/// `next` fails or panics, the elements before it stay in the vector.
///
/// # Panics
/// When the spare capacity is less than `count`.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn try_extend<T, E>(
    vec: &mut Vec<T>,
    count: usize,
    mut next: impl for<'s> FnMut(Slot<'s, T>) -> Result<Filled<'s>, E>,
) -> Result<(), E> {
    let (slots, mut guard) = spare(vec, count);
    for slot in slots {
        // Made by filling this slot alone: the field invariant holds.
        let Filled { .. } = next(Slot::new(slot))?;
        guard.len += 1;
    }
    Ok(())
}

/// Like [`try_extend`], an element for each `size` bytes of `run`; less than that at its end is
/// left out.
///
/// # Panics
/// When the spare capacity is less than that, or `size` is 0.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn try_extend_chunks<'b, T, E>(
    vec: &mut Vec<T>,
    run: &'b [u8],
    size: usize,
    mut next: impl for<'s> FnMut(&'b [u8], Slot<'s, T>) -> Result<Filled<'s>, E>,
) -> Result<(), E> {
    let chunks = run.chunks_exact(size);
    let (slots, mut guard) = spare(vec, chunks.len());
    for (chunk, slot) in chunks.zip(slots) {
        let Filled { .. } = next(chunk, Slot::new(slot))?;
        guard.len += 1;
    }
    Ok(())
}

/// Like [`try_extend_chunks`], for values that have as many bytes in memory as in `run`: the run is
/// copied to where the values will be, and `next` decodes each from its own place. Where the
/// bytes of a value are the same in both, the optimiser finds that each is stored where it was
/// loaded from, and one copy of the whole run is left.
///
/// # Panics
/// When the spare capacity is less than that, or `T` has no bytes.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn try_extend_copied<T, E>(
    vec: &mut Vec<T>,
    run: &[u8],
    mut next: impl FnMut(&[u8]) -> Result<T, E>,
) -> Result<(), E> {
    let (slots, mut guard) = spare(vec, run.len() / size_of::<T>());
    // SAFETY: the slots have no more bytes than `run`, which is elsewhere: the vector is borrowed.
    unsafe {
        slots.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(run.as_ptr(), size_of_val(slots));
    }
    for slot in slots {
        // SAFETY: the copy has initialised the bytes of this slot, and nothing writes to them
        // while they are borrowed: `next` returns a value that does not borrow from them.
        let bytes =
            unsafe { core::slice::from_raw_parts(slot.as_ptr().cast::<u8>(), size_of::<T>()) };
        let value = next(bytes)?;
        slot.write(value);
        guard.len += 1;
    }
    Ok(())
}
