//! Values that are long or large: one function for each type and format decodes or encodes them,
//! wherever they are used.
//!
//! The one that decodes is given the place of the value, so that an element of a vector is built
//! where it stays. What calls it is short: the compiler optimises a function by itself and once more
//! wherever it is inlined, and takes most of its time for that.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;

#[cfg(feature = "alloc")]
use super::bulk::{claim_room, make_room_for_one};
use super::decode::Decodable;
use super::encode::Encode;
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::io::output::Output;
use crate::raw::slot::{Filled, Slot};
use crate::raw::{self, Fill, Room};
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// Decodes a value into its place: the one function.
#[inline(never)]
fn decode_slot<'s, F: Format, T: Decodable>(
    r: &mut Reader<'_, F>,
    slot: Slot<'s, T>,
) -> Result<Filled<'s>, DecodeError> {
    T::decode_with(r, |value| slot.fill(value))
}

/// Decodes a value by a function that is not inlined.
///
/// # Errors
/// The errors of the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decode_outlined<F: Format, T: Decodable>(r: &mut Reader<'_, F>) -> Result<T, DecodeError> {
    if cfg!(debug_assertions) {
        // Without optimisation, it would be one more stack frame where values nest.
        return T::decode_with(r, core::convert::identity);
    }
    raw::built(|slot| decode_slot(r, slot))
}

/// The size from which a value is encoded, or decoded as a part of another, by a function: code that
/// is inlined once for each use grows with the power of the nesting.
pub(crate) const LARGE: usize = 65;

/// Returns true if values of this type and size in memory are encoded by an outlined function. A
/// value of a fixed encoded size is a few stores.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_outlined<F: Format, T: Encode + ?Sized>(size: usize) -> bool {
    // A slice or a string: a reference to it is two words.
    let sized = size_of::<&T>() == size_of::<usize>();
    (T::OUTLINED || sized && size >= LARGE) && !T::encoded_size::<F>().fixed
}

/// Encodes a value of such a type by a function that is not inlined, and others as usual. The
/// function gets the position in registers: what is passed by reference is stored in pieces and
/// loaded in one, for which the processor waits.
///
/// # Errors
/// The errors of the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn encode_field<F: Format, T: Encode + ?Sized>(
    value: &T,
    w: &mut Writer<'_, F>,
) -> Result<(), EncodeError> {
    // Without optimisation nothing is inlined, and the compiler leaves out what is after this.
    if cfg!(debug_assertions) {
        return value.encode(w);
    }
    if is_outlined::<F, T>(size_of_val(value)) {
        w.output().outlined(&Written::<F, T>::of(value))
    } else {
        value.encode(w)
    }
}

/// Fills a room with the encoding of a value.
pub(crate) struct Written<'a, F, T: ?Sized> {
    pub(crate) value: &'a T,
    format: PhantomData<F>,
}

impl<'a, F, T: ?Sized> Written<'a, F, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn of(value: &'a T) -> Self {
        Self { value, format: PhantomData }
    }
}

impl<F, T: ?Sized> Clone for Written<'_, F, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, T: ?Sized> Copy for Written<'_, F, T> {}

impl<F: Format, T: Encode + ?Sized> Fill for Written<'_, F, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, room: Room<'_>) -> Result<Room<'_>, EncodeError> {
        let mut w = Writer::<F>::new(Output::over(room));
        self.value.encode(&mut w)?;
        Ok(w.into_output().into_room())
    }
}

/// Encodes values in a row, those of such a type by a function that is not inlined.
///
/// # Errors
/// The errors of the values.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn encode_elements<F: Format, T: Encode>(
    items: &[T],
    w: &mut Writer<'_, F>,
) -> Result<(), EncodeError> {
    let all = move |w: &mut Writer<'_, F>| items.iter().try_for_each(|item| item.encode(w));
    if cfg!(debug_assertions) {
        return all(w);
    }
    if is_outlined::<F, T>(size_of::<T>()) { encode_outlined(w, all) } else { w.hoisted(all) }
}

/// Calls `write` in a function that is not inlined.
///
/// # Errors
/// Returns the error of `write`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn encode_outlined<F: Format>(
    w: &mut Writer<'_, F>,
    write: impl Fn(&mut Writer<'_, F>) -> Result<(), EncodeError> + Copy,
) -> Result<(), EncodeError> {
    w.output().outlined(&Part { write, format: PhantomData::<F> })
}

/// Fills a room as a closure says.
struct Part<F, W> {
    write: W,
    format: PhantomData<F>,
}

impl<F, W: Copy> Clone for Part<F, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, W: Copy> Copy for Part<F, W> {}

impl<F: Format, W> Fill for Part<F, W>
where
    W: Fn(&mut Writer<'_, F>) -> Result<(), EncodeError>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, room: Room<'_>) -> Result<Room<'_>, EncodeError> {
        let mut w = Writer::new(Output::over(room));
        (self.write)(&mut w)?;
        Ok(w.into_output().into_room())
    }
}

/// Appends `count` values, as [`bulk::decode_extend`](super::bulk::decode_extend) does.
///
/// # Errors
/// The errors of the elements.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn extend<F: Format, T: Decodable>(
    items: &mut Vec<T>,
    r: &mut Reader<'_, F>,
    count: usize,
) -> Result<(), DecodeError> {
    let size = T::size::<F>();
    claim_room(items, r, count, size)?;
    r.begin_elements(size)?;
    let mut index = 0;
    while index < count {
        let room = (count - index).min(items.capacity() - items.len());
        raw::try_extend(items, room, |slot| {
            r.fetch_elements(count - index, size.min);
            let before = r.begin_element(index);
            let filled = decode_slot(r, slot)?;
            index += 1;
            r.end_element((size, size_of::<T>()), before)?;
            Ok(filled)
        })?;
        if index < count {
            make_room_for_one(items, r)?;
        }
    }
    r.end_elements(size);
    Ok(())
}
