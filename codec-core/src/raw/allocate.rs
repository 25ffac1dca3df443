//! Memory that is requested once and may be refused.
//!
//! `Vec::try_reserve_exact` is a call that handles memory which is there already: sixty
//! instructions more than `Vec::with_capacity`, which ends the process when it fails. A
//! first allocation needs neither.
#![allow(unsafe_code)]

use alloc::alloc::{Layout, alloc};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

/// Memory of this layout, or none where there is none or nothing is requested.
#[cfg_attr(not(debug_assertions), inline(always))]
fn memory(layout: Layout) -> Option<NonNull<u8>> {
    if layout.size() == 0 {
        return None;
    }
    // SAFETY: the layout's size is not 0.
    NonNull::new(unsafe { alloc(layout) })
}

/// An empty vector with room for exactly `capacity` elements.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn vector<T>(capacity: usize) -> Option<Vec<T>> {
    if capacity == 0 || size_of::<T>() == 0 {
        return Some(Vec::new());
    }
    let layout = Layout::array::<T>(capacity).ok()?;
    let start = memory(layout)?.cast::<T>().as_ptr();
    // SAFETY: the global allocator gave memory for an array of `capacity` values of `T`, with their
    // alignment and at most `isize::MAX` bytes long; none of them is claimed. Trusts `memory`.
    Some(unsafe { Vec::from_raw_parts(start, 0, capacity) })
}

/// A value on the heap; it is dropped when there is no memory for it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn boxed<T>(value: T) -> Option<Box<T>> {
    let layout = Layout::new::<T>();
    if layout.size() == 0 {
        // Nothing is requested.
        return Some(Box::new(value));
    }
    let place = memory(layout)?.cast::<MaybeUninit<T>>().as_ptr();
    // SAFETY: the global allocator gave it with the layout of `T`, and nothing else points to it: what
    // the documentation of `Box` requires. Trusts `memory`.
    Some(Box::write(unsafe { Box::from_raw(place) }, value))
}

/// A copy of bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn copied(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut vec = vector(bytes.len())?;
    vec.extend_from_slice(bytes);
    Some(vec)
}

/// Appends bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn append_bytes(vec: &mut Vec<u8>, bytes: &[u8]) -> Option<()> {
    room_for(vec, bytes.len())?;
    // SAFETY: there is room for this many bytes after the vector's own, elsewhere than `bytes`,
    // which the unique reference does not reach, and all of them are there then. Trusts `room_for`.
    unsafe {
        let end = vec.as_mut_ptr().add(vec.len());
        core::ptr::copy_nonoverlapping(bytes.as_ptr(), end, bytes.len());
        vec.set_len(vec.len() + bytes.len());
    }
    Some(())
}

/// Makes room for `count` more elements in a vector that may hold some.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn room_for<T>(items: &mut Vec<T>, count: usize) -> Option<()> {
    if items.capacity() == 0 {
        // Nothing is in it, so that its destructor, a call, would do nothing.
        core::mem::forget(core::mem::replace(items, vector(count)?));
        return Some(());
    }
    if items.capacity() - items.len() >= count { Some(()) } else { grow(items, count) }
}

/// A call, so that what makes room is short enough to be inlined.
#[cold]
#[inline(never)]
fn grow<T>(items: &mut Vec<T>, count: usize) -> Option<()> {
    let reserved =
        if items.is_empty() { items.try_reserve_exact(count) } else { items.try_reserve(count) };
    reserved.ok()
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::{Box, Vec, append_bytes, boxed, copied, room_for, vector};

    #[test]
    fn vectors_have_the_room_that_was_asked_for() {
        let mut words = vector::<u64>(3).unwrap();
        assert_eq!((words.len(), words.capacity()), (0, 3));
        words.extend([1, 2, 3, 4]);
        assert_eq!(words, [1, 2, 3, 4]);
        assert_eq!(vector::<u64>(0).unwrap().capacity(), 0);
        assert_eq!(vector::<()>(9).unwrap().capacity(), usize::MAX);
    }

    #[test]
    fn more_than_an_address_space_is_refused() {
        assert_eq!(vector::<u64>(usize::MAX / 8), None);
        assert_eq!(vector::<u64>(usize::MAX), None);
        assert_eq!(room_for(&mut Vec::<u8>::new(), usize::MAX), None);
        let mut held = Vec::from([1u8]);
        assert_eq!((room_for(&mut held, usize::MAX), held), (None, Vec::from([1])));
    }

    #[test]
    fn boxes_and_copies_own_what_they_hold() {
        assert_eq!(boxed(String::from("a")), Some(Box::new(String::from("a"))));
        assert_eq!(boxed(()), Some(Box::new(())));
        let mut bytes = copied(b"abc").unwrap();
        assert_eq!((append_bytes(&mut bytes, b"de"), &*bytes), (Some(()), &b"abcde"[..]));
        assert_eq!(copied(b""), Some(Vec::new()));
    }

    #[test]
    fn room_is_made_where_there_is_some() {
        let mut items = vector::<u16>(1).unwrap();
        assert_eq!((room_for(&mut items, 5), items.capacity()), (Some(()), 5));
        items.push(7);
        assert_eq!(room_for(&mut items, 5), Some(()));
        assert!(items.capacity() >= 6 && items == [7]);
    }
}
