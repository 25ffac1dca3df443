//! Sequences that end with an element: options to one of a kind, labels to an empty one.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::form::seq_ref::SeqRef;
#[cfg(feature = "bytes")]
use crate::form::seq_shared::SeqShared;
use crate::format::Format;
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::bulk;
use crate::value::counted::Counted;
#[cfg(any(feature = "alloc", feature = "bytes"))]
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::write::writer::Writer;

/// A sequence that may end with one of its elements: what `#[codec(until = |element| ..)]`
/// asks for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't end with one of its elements",
    label = "`until` with a closure is for a `Vec`"
)]
pub trait Ended: Counted {
    /// The type of its elements.
    type Element;

    /// The first element of which `end` is true.
    fn first_end(&self, end: impl FnMut(&Self::Element) -> bool) -> Option<usize>;
}

/// An [`Ended`] sequence that is decoded to that element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't end with one of its elements",
    label = "`until` with a closure is for a `Vec`"
)]
pub trait DecodeEnded: Sized {
    /// The type of its elements.
    type Element;

    /// Reads elements up to and with the first of which `end` is true; an `open` sequence
    /// may also end where its input does.
    ///
    /// # Errors
    /// The errors of the elements;
    /// [`TooManyEmptyElements`](DecodeErrorKind::TooManyEmptyElements) for one that has no
    /// bytes and does not end it.
    fn decode_ended<F: Format>(
        r: &mut Reader<'_, F>,
        open: bool,
        end: impl FnMut(&Self::Element) -> bool,
    ) -> Result<Self, DecodeError>;
}

/// Like [`DecodeEnded`], borrowing from the input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't end with one of its elements",
    label = "`until` with a closure is for a `Vec`"
)]
pub trait DecodeEndedRef<'de>: Sized {
    /// The type of its elements.
    type Element;

    /// The same as [`decode_ended`](DecodeEnded::decode_ended).
    ///
    /// # Errors
    /// The same as [`decode_ended`](DecodeEnded::decode_ended).
    fn decode_ended_ref<F: Format>(
        r: &mut Reader<'de, F>,
        open: bool,
        end: impl FnMut(&Self::Element) -> bool,
    ) -> Result<Self, DecodeError>;
}

/// Reads elements until one says that it is the last, each of which takes this many bytes of
/// memory, and returns how many there were. One pass: two a level would be `2^depth` for
/// what nests.
fn elements<'de, F: Format>(
    r: &mut Reader<'de, F>,
    memory: usize,
    open: bool,
    mut is_last: impl FnMut(&mut Reader<'de, F>) -> Result<bool, DecodeError>,
) -> Result<usize, DecodeError> {
    if open {
        r.fetch_all();
    }
    r.nested(|r| {
        let mut index = 0;
        while !(open && r.remaining() == 0) {
            let start = r.offset();
            if memory > 0 {
                r.charge(memory)?;
            }
            let last = r.element(index, &mut is_last)?;
            index += 1;
            if last {
                break;
            }
            // It would never bring the end nearer.
            if r.offset() == start {
                return Err(r.error(DecodeErrorKind::TooManyEmptyElements));
            }
        }
        Ok(index)
    })
}

/// The elements up to and with the first of which `end` is true, each read by `decode`.
#[cfg(feature = "alloc")]
#[inline]
fn collect<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    open: bool,
    mut end: impl FnMut(&T) -> bool,
    mut decode: impl FnMut(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<alloc::vec::Vec<T>, DecodeError> {
    let mut items = alloc::vec::Vec::new();
    elements(r, size_of::<T>(), open, |r| {
        let item = decode(r)?;
        let last = end(&item);
        bulk::make_room_for_one(&mut items, r)?;
        items.push(item);
        Ok(last)
    })?;
    Ok(items)
}

/// Writes a sequence that ends with the element of which `end` is true; an `open` one may
/// have none.
///
/// # Errors
/// [`InvalidValue`](EncodeErrorKind::InvalidValue) when that is not the last element, and
/// those of the elements.
pub fn write_ended<F: Format, S: Ended>(
    w: &mut Writer<'_, F>,
    value: &S,
    open: bool,
    end: impl FnMut(&S::Element) -> bool,
) -> Result<(), EncodeError> {
    let ends = match value.first_end(end) {
        Some(index) => index.wrapping_add(1) == value.count(),
        None => open,
    };
    if !ends {
        return Err(w.error(EncodeErrorKind::InvalidValue));
    }
    value.encode_content(w)
}

/// Writes a tail after a sequence that is `open`.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when something is in it and
/// no element ends the sequence: it would be taken for elements. Those of the value.
pub fn write_after_ended<F: Format, S: Ended>(
    w: &mut Writer<'_, F>,
    before: &S,
    value: &(impl Counted + ?Sized),
    end: impl FnMut(&S::Element) -> bool,
) -> Result<(), EncodeError> {
    if value.count() > 0 && before.first_end(end).is_none() {
        return Err(w.error(EncodeErrorKind::InconsistentFields));
    }
    value.encode_content(w)
}

#[cfg(feature = "alloc")]
impl<T: crate::Encode> Ended for alloc::vec::Vec<T> {
    type Element = T;

    fn first_end(&self, end: impl FnMut(&T) -> bool) -> Option<usize> {
        self.iter().position(end)
    }
}

#[cfg(feature = "alloc")]
impl<T: Decodable> DecodeEnded for alloc::vec::Vec<T> {
    type Element = T;

    fn decode_ended<F: Format>(
        r: &mut Reader<'_, F>,
        open: bool,
        end: impl FnMut(&T) -> bool,
    ) -> Result<Self, DecodeError> {
        collect(r, open, end, T::decode)
    }
}

#[cfg(feature = "alloc")]
impl<'de, T: DecodableRef<'de>> DecodeEndedRef<'de> for alloc::vec::Vec<T> {
    type Element = T;

    fn decode_ended_ref<F: Format>(
        r: &mut Reader<'de, F>,
        open: bool,
        end: impl FnMut(&T) -> bool,
    ) -> Result<Self, DecodeError> {
        collect(r, open, end, T::decode_ref)
    }
}

impl<T: crate::Encode> Ended for SeqRef<'_, T> {
    type Element = T;

    fn first_end(&self, mut end: impl FnMut(&T) -> bool) -> Option<usize> {
        self.iter().position(|item| end(&item))
    }
}

impl<'de, T: DecodableRef<'de>> DecodeEndedRef<'de> for SeqRef<'de, T> {
    type Element = T;

    fn decode_ended_ref<F: Format>(
        r: &mut Reader<'de, F>,
        open: bool,
        mut end: impl FnMut(&T) -> bool,
    ) -> Result<Self, DecodeError> {
        if open {
            r.fetch_all();
        }
        let (from, start) = (r.offset(), r.cursor().rest());
        let count = elements(r, 0, open, |r| T::decode_ref(r).map(|item| end(&item)))?;
        Ok(Self::from_checked::<F>(r.since(from, start), count))
    }
}

#[cfg(feature = "bytes")]
impl<T: Decodable + crate::Encode> Ended for SeqShared<T> {
    type Element = T;

    fn first_end(&self, mut end: impl FnMut(&T) -> bool) -> Option<usize> {
        self.iter().position(|item| end(&item))
    }
}

#[cfg(feature = "bytes")]
impl<T: Decodable> DecodeEnded for SeqShared<T> {
    type Element = T;

    fn decode_ended<F: Format>(
        r: &mut Reader<'_, F>,
        open: bool,
        mut end: impl FnMut(&T) -> bool,
    ) -> Result<Self, DecodeError> {
        if open {
            r.fetch_all();
        }
        let start = r.cursor().clone();
        let count = elements(r, 0, open, |r| T::decode(r).map(|item| end(&item)))?;
        let bytes = r.since(start.offset(), start.rest());
        r.cursor_mut().charge_copy(bytes.len())?;
        Ok(Self::from_checked::<F>(start.share(bytes)?, count))
    }
}

/// Number of bytes up to and with the one that ends them.
fn bytes_to_end<F: Format>(
    r: &mut Reader<'_, F>,
    open: bool,
    mut end: impl FnMut(&u8) -> bool,
) -> Result<usize, DecodeError> {
    if open {
        r.fetch_all();
    }
    match r.find(None, &mut end) {
        Ok(before) => Ok(before + 1),
        Err(_) if open => Ok(r.remaining()),
        Err(error) => Err(error),
    }
}

impl Ended for &[u8] {
    type Element = u8;

    fn first_end(&self, end: impl FnMut(&u8) -> bool) -> Option<usize> {
        self.iter().position(end)
    }
}

impl<'de> DecodeEndedRef<'de> for &'de [u8] {
    type Element = u8;

    fn decode_ended_ref<F: Format>(
        r: &mut Reader<'de, F>,
        open: bool,
        end: impl FnMut(&u8) -> bool,
    ) -> Result<Self, DecodeError> {
        let len = bytes_to_end(r, open, end)?;
        r.take(len)
    }
}

#[cfg(feature = "bytes")]
impl Ended for bytes::Bytes {
    type Element = u8;

    fn first_end(&self, end: impl FnMut(&u8) -> bool) -> Option<usize> {
        self.iter().position(end)
    }
}

#[cfg(feature = "bytes")]
impl DecodeEnded for bytes::Bytes {
    type Element = u8;

    fn decode_ended<F: Format>(
        r: &mut Reader<'_, F>,
        open: bool,
        end: impl FnMut(&u8) -> bool,
    ) -> Result<Self, DecodeError> {
        let len = bytes_to_end(r, open, end)?;
        r.shared(len)
    }
}
