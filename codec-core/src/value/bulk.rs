//! Runs of values: one check for all of them where their size is fixed, and memory in proportion to
//! the bytes that are present.
//!
//! A loop that decodes fixed-size elements from one reader pays one comparison
//! per element, since the optimiser can't see how far the reader is. So the run
//! is taken at once and cut into chunks of the element's size, each with a
//! reader of its own: the chunk's length is a constant, every comparison inside
//! folds away, and what is left of a plain struct is loads and stores.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::needs_drop;

use super::decode::Decodable;
use super::decode_ref::DecodableRef;
use super::encode::{Encode, open_end};
use super::varying::encode_elements;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
#[cfg(feature = "alloc")]
use crate::io::cursor::Cursor;
use crate::raw;
#[cfg(feature = "alloc")]
use crate::raw::slot::{Filled, Slot};
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::record::Trace;
use crate::write::writer::Writer;

/// Checks a sequence's count against what is left of the input and of the zero-length elements that
/// the decode may still take.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn check_count<F: Format>(
    r: &mut Reader<'_, F>,
    count: usize,
    element: Size,
) -> Result<(), DecodeError> {
    if element.min == 0 {
        let empty = r.cursor().empty_left();
        if element.fixed && count > empty {
            return Err(r.error(DecodeErrorKind::TooManyEmptyElements));
        }
        // An element that may have bytes, such as a box, takes one at least or is one of the empty
        // ones. Where there are too few for all, reading them shows which.
        if !element.fixed {
            r.fetch(count.saturating_sub(empty));
        }
        return Ok(());
    }
    let len = count.saturating_mul(element.min);
    r.fetch(len);
    r.cursor().ensure(len)
}

/// Checks a count as [`check_count`] does, and charges what this many elements take:
/// `memory` bytes each where they are `kept`. Those that may have no bytes are charged
/// one by one, in [`Reader::element_of`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn claim<F: Format>(
    r: &mut Reader<'_, F>,
    count: usize,
    element: Size,
    memory: usize,
    kept: bool,
) -> Result<(), DecodeError> {
    check_count(r, count, element)?;
    if element.min == 0 && element.fixed {
        r.cursor_mut().charge_empty(count, memory)?;
    }
    if !kept || memory == 0 {
        return Ok(());
    }
    let bytes = memory_of(r, count, element, memory);
    r.cursor_mut().charge(bytes)
}

/// The memory in bytes of `count` elements that take `memory` bytes each, or of as many of them as
/// the rest of the input can hold.
#[cfg_attr(not(debug_assertions), inline(always))]
fn memory_of<F: Format>(r: &Reader<'_, F>, count: usize, element: Size, memory: usize) -> usize {
    // The count of elements of a known least or fixed size has been checked already.
    let all = element.min > 0 || element.fixed;
    if all { count.saturating_mul(memory) } else { memory_of_some(r, count, memory) }
}

/// The memory of elements that may be empty: each has a byte at least, or is one of the empty
/// elements that the limits still allow.
#[inline(never)]
fn memory_of_some<F: Format>(r: &Reader<'_, F>, count: usize, memory: usize) -> usize {
    let most = r.cursor().empty_left().saturating_add(r.remaining());
    count.min(most).saturating_mul(memory)
}

/// Number of elements to make room for: all of them when that is in proportion
/// to the input, else as many as are. Half as much a level deeper, or else every
/// level could claim all that is left, and together they were out of proportion.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn reservation<T>(count: usize, cursor: &Cursor<'_>) -> usize {
    const FACTOR: usize = 16;
    const FLOOR: usize = 1024;
    let budget = cursor.remaining().saturating_mul(FACTOR).saturating_add(FLOOR);
    let budget = budget.checked_shr(cursor.nesting()).unwrap_or(0);
    match size_of::<T>() {
        0 => 0,
        size => count.min(budget / size),
    }
}

/// A function that reads a value by this method into a slot: another one each time.
#[cfg(feature = "alloc")]
macro_rules! in_slot {
    ($read:path) => {
        |r, slot| $read(r, |value| slot.fill(value))
    };
}

/// Appends `count` values; the default of [`Decodable::decode_extend`].
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_extend<F: Format, T: Decodable>(
    items: &mut Vec<T>,
    r: &mut Reader<'_, F>,
    count: usize,
) -> Result<(), DecodeError> {
    let size = T::size::<F>();
    if const { needs_drop::<T>() } {
        // Types with memory of their own rarely have one size: no second loop is compiled for them.
        return extend::<F, T, false>(
            items,
            r,
            count,
            size,
            in_slot!(T::decode_with),
            in_slot!(T::decode_with),
        );
    }
    if is_copy::<F, T>(size) && !<F::State as Trace>::ON {
        return extend_copied(items, r, count, |r| T::decode_with(r, |value| value));
    }
    extend::<F, T, true>(items, r, count, size, in_slot!(T::decode_with), in_slot!(T::decode_with))
}

/// Returns whether values of this size may have the same bytes in memory, so that a run of them is
/// worth copying before they are decoded. Only a hint: each is decoded all the same.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_copy<F: Format, T>(size: Size) -> bool {
    let as_in_memory = cfg!(target_endian = "little") && !F::RULES.big_endian;
    as_in_memory && size.fixed && size.min > 0 && size.min == size_of::<T>()
}

/// Appends `count` values that have as many bytes in memory as they are encoded in.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn extend_copied<F: Format, T>(
    items: &mut Vec<T>,
    r: &mut Reader<'_, F>,
    count: usize,
    decode: impl Fn(&mut Reader<'_, F>) -> Result<T, DecodeError>,
) -> Result<(), DecodeError> {
    claim(r, count, Size::fixed(size_of::<T>()), size_of::<T>(), true)?;
    make_room(items, count, r)?;
    let mut offset = r.offset();
    let cursor = r.cursor().clone();
    let run = r.cursor_mut().take(count * size_of::<T>())?;
    raw::try_extend_copied(items, run, |bytes| {
        let mut element = Reader::from_cursor(cursor.clone().chunk(bytes, offset));
        offset += size_of::<T>();
        decode(&mut element)
    })
}

/// Appends `count` borrowed values.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_ref_extend<'de, F: Format, T: DecodableRef<'de>>(
    items: &mut Vec<T>,
    r: &mut Reader<'de, F>,
    count: usize,
) -> Result<(), DecodeError> {
    extend::<F, T, true>(
        items,
        r,
        count,
        T::ref_size::<F>(),
        in_slot!(T::decode_ref_with),
        in_slot!(T::decode_ref_with),
    )
}

/// Replaces the elements of a vector by `count` decoded ones, and keeps the
/// memory of the vector and of elements that stay.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_over<F: Format, T: Decodable>(
    items: &mut Vec<T>,
    r: &mut Reader<'_, F>,
    count: usize,
) -> Result<(), DecodeError> {
    let size = T::size::<F>();
    // Elements without memory of their own have none to keep.
    if size.fixed || !needs_drop::<T>() {
        items.clear();
        return T::decode_extend(items, r, count);
    }
    claim(r, count, size, size_of::<T>(), true)?;
    items.truncate(count);
    r.nested(|r| {
        items.iter_mut().enumerate().try_for_each(|(index, item)| {
            r.fetch_elements(count - index, size.min);
            r.element_of((size, size_of::<T>()), index, |r| item.decode_into(r))
        })
    })?;
    let missing = count - items.len();
    // They are claimed once more where they are read.
    let claimed = memory_of(r, missing, size, size_of::<T>());
    r.cursor_mut().refund(claimed);
    if missing == 0 { Ok(()) } else { T::decode_extend(items, r, missing) }
}

/// Reserves memory for `room` more elements, and no more for the first ones.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn make_room<F: Format, T>(
    items: &mut Vec<T>,
    room: usize,
    r: &Reader<'_, F>,
) -> Result<(), DecodeError> {
    raw::room_for(items, room).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
}

/// Reserves memory for one more element, and for those that may follow it.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn make_room_for_one<F: Format, T>(
    items: &mut Vec<T>,
    r: &Reader<'_, F>,
) -> Result<(), DecodeError> {
    if items.len() < items.capacity() || items.try_reserve(1).is_ok() {
        return Ok(());
    }
    Err(r.error(DecodeErrorKind::OutOfMemory))
}

/// Claims `count` elements, and makes room for as many as there may be at once, which it
/// returns. A separate function, so that values that nest don't have its frame on the stack.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn claim_room<F: Format, T>(
    items: &mut Vec<T>,
    r: &mut Reader<'_, F>,
    count: usize,
    size: Size,
) -> Result<usize, DecodeError> {
    claim(r, count, size, size_of::<T>(), true)?;
    // All zero-length elements were charged already.
    let all = size.fixed && size.min == 0;
    let room = if all { count } else { reservation::<T>(count, r.cursor()) };
    make_room(items, room, r)?;
    Ok(room)
}

/// Appends `count` values of `size` bytes each, for which there is room.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn extend_fixed<'de, F: Format, T>(
    items: &mut Vec<T>,
    r: &mut Reader<'de, F>,
    count: usize,
    size: usize,
    decode: impl for<'s> Fn(&mut Reader<'de, F>, Slot<'s, T>) -> Result<Filled<'s>, DecodeError>,
) -> Result<(), DecodeError> {
    let mut offset = r.offset();
    let run = r.cursor_mut().take(count * size)?;
    raw::try_extend_chunks(items, run, size, |chunk, slot| {
        let mut element = r.chunk(chunk, offset);
        offset += size;
        decode(&mut element, slot)
    })
}

/// Appends values, those of one size by `fixed` if they may be of one size (`FIXED`), and others by
/// `decode`. The two do the same, but a function that is called from one place only is inlined there by the
/// compiler, however long it is.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn extend<'de, F: Format, T, const FIXED: bool>(
    items: &mut Vec<T>,
    r: &mut Reader<'de, F>,
    count: usize,
    size: Size,
    fixed: impl for<'s> Fn(&mut Reader<'de, F>, Slot<'s, T>) -> Result<Filled<'s>, DecodeError>,
    decode: impl for<'s> Fn(&mut Reader<'de, F>, Slot<'s, T>) -> Result<Filled<'s>, DecodeError>,
) -> Result<(), DecodeError> {
    let room = claim_room(items, r, count, size)?;
    // First, so that the loop over elements of one size is not compiled where there are none.
    if FIXED && size.fixed && size.min > 0 && !<F::State as Trace>::ON && room == count {
        return extend_fixed(items, r, count, size.min, fixed);
    }
    // Not by `element_of`: without optimisation, that is two more stack frames for each level.
    r.begin_elements(size)?;
    r.hoisted(|r| {
        let mut index = 0;
        while index < count {
            let room = (count - index).min(items.capacity() - items.len());
            raw::try_extend(items, room, |slot| {
                r.fetch_elements(count - index, size.min);
                let before = r.begin_element(index);
                let filled = decode(r, slot)?;
                index += 1;
                r.end_element((size, size_of::<T>()), before)?;
                Ok(filled)
            })?;
            if index < count {
                make_room_for_one(items, r)?;
            }
        }
        Ok(())
    })?;
    r.end_elements(size);
    Ok(())
}

/// Reads elements until the input ends, each of which takes this many bytes of memory,
/// and returns how many there were. A zero-length element would never bring the
/// end nearer. One pass: two a level would be `2^depth` for what nests.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn until_end<'de, F: Format>(
    r: &mut Reader<'de, F>,
    memory: usize,
    mut read: impl FnMut(&mut Reader<'de, F>) -> Result<(), DecodeError>,
) -> Result<usize, DecodeError> {
    r.fetch_all();
    r.nested(|r| {
        let mut index = 0;
        while r.remaining() > 0 {
            let before = r.remaining();
            if memory > 0 {
                r.charge(memory)?;
            }
            r.element(index, &mut read)?;
            if r.remaining() >= before {
                return Err(r.error(DecodeErrorKind::TooManyEmptyElements));
            }
            index += 1;
        }
        Ok(index)
    })
}

/// Decodes an array; the default of [`Decodable::decode_array`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn decode_array<F: Format, T: Decodable, const N: usize>(
    r: &mut Reader<'_, F>,
) -> Result<[T; N], DecodeError> {
    let size = T::size::<F>();
    if Reader::<F>::FETCHES {
        r.fetch_whole(size.times(N).min)?;
    }
    r.ensure(size.times(N).min)?;
    raw::try_array(|index| r.element_of((size, size_of::<T>()), index, T::decode))
}

/// The most bytes of an array that are built on the stack where they could be built on
/// the heap.
#[cfg(feature = "alloc")]
pub(crate) const LARGE: usize = 4096;

/// Decodes a value, and moves it into a box. A separate function, so that what decodes
/// a large array has no room for one on its stack.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_boxed<F: Format, T: Decodable>(
    r: &mut Reader<'_, F>,
) -> Result<Box<T>, DecodeError> {
    r.charge(size_of::<T>())?;
    let value = T::decode(r)?;
    raw::boxed(value).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
}

/// Like [`decode_boxed`], borrowing from the input.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_ref_boxed<'de, F: Format, T: DecodableRef<'de>>(
    r: &mut Reader<'de, F>,
) -> Result<Box<T>, DecodeError> {
    r.charge(size_of::<T>())?;
    let value = T::decode_ref(r)?;
    raw::boxed(value).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
}

/// Decodes an array over one, at once. A separate function, as [`decode_boxed`] is.
#[inline]
pub(crate) fn decode_array_over<F: Format, T: Decodable, const N: usize>(
    array: &mut [T; N],
    r: &mut Reader<'_, F>,
) -> Result<(), DecodeError> {
    *array = T::decode_array(r)?;
    Ok(())
}

/// Decodes an array on the heap.
#[cfg(feature = "alloc")]
pub(crate) fn decode_large_array<F: Format, T: Decodable, const N: usize>(
    r: &mut Reader<'_, F>,
) -> Result<Box<[T; N]>, DecodeError> {
    let size = T::size::<F>();
    let mut items = Vec::new();
    if size.fixed {
        T::decode_extend(&mut items, r, N)?;
    } else {
        // The elements of an array are no deeper than the array, here as elsewhere.
        claim(r, N, size, size_of::<T>(), true)?;
        make_room(&mut items, N, r)?;
        let mut index = 0;
        raw::try_extend(&mut items, N, |slot| {
            index += 1;
            let decode = |r: &mut _| T::decode_with(r, |value| slot.fill(value));
            r.element_of((size, size_of::<T>()), index - 1, decode)
        })?;
    }
    // There are N: the decode of fewer is an error.
    items.into_boxed_slice().try_into().map_err(|_| r.error(DecodeErrorKind::UnexpectedEnd))
}

/// Decodes an array; the default of [`DecodableRef::decode_ref_array`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn decode_ref_array<'de, F: Format, T: DecodableRef<'de>, const N: usize>(
    r: &mut Reader<'de, F>,
) -> Result<[T; N], DecodeError> {
    let size = T::ref_size::<F>();
    if Reader::<F>::FETCHES {
        r.fetch_whole(size.times(N).min)?;
    }
    r.ensure(size.times(N).min)?;
    raw::try_array(|index| r.element_of((size, size_of::<T>()), index, T::decode_ref))
}

/// Writes values in a row, in one copy where they have the same bytes in memory; when one has no
/// encoding, or there is no room, they are written again for the error.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn encode_copied<F: Format, T: Encode + Copy>(
    items: &[T],
    w: &mut Writer<'_, F>,
) -> Result<(), EncodeError> {
    let copied = is_copy::<F, T>(T::encoded_size::<F>())
        && w.output().copied(items, |out, item| {
            let mut element = Writer::<F>::new(out);
            item.encode(&mut element)?;
            Ok(element.into_output())
        });
    if copied { Ok(()) } else { encode_slice(items, w) }
}

/// Writes values in a row; the default of [`Encode::encode_slice`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn encode_slice<F: Format, T: Encode>(
    items: &[T],
    w: &mut Writer<'_, F>,
) -> Result<(), EncodeError> {
    const { open_end(&[T::OPEN, false]) };
    // Types with memory of their own rarely have one size: no second loop is compiled for them.
    if const { !needs_drop::<T>() } {
        let size = T::encoded_size::<F>();
        if size.fixed && size.min > 0 {
            w.ensure(size.min.saturating_mul(items.len()))?;
            return w.hoisted(|w| {
                items.iter().try_for_each(|item| {
                    w.output().part(size.min, |out| {
                        let mut element = Writer::<F>::new(out);
                        item.encode(&mut element)?;
                        Ok(element.into_output())
                    })
                })
            });
        }
    }
    encode_elements(items, w)
}
