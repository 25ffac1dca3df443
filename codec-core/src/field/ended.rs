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
#[cfg(feature = "bytes")]
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::mode::{Borrow, Mode, Own};
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

/// An [`Ended`] sequence that is decoded to that element, owned or borrowing from the input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't end with one of its elements",
    label = "`until` with a closure is for a `Vec`"
)]
pub trait DecodeEnded<'de, W = Own>: Sized {
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

/// Reads and drops elements until one says that it is the last, and returns how many there were.
fn pass<'de, F: Format, T, W: Mode<'de, T>>(
    r: &mut Reader<'de, F>,
    open: bool,
    mut end: impl FnMut(&T) -> bool,
) -> Result<usize, DecodeError> {
    elements(r, 0, open, |r| W::read(r).map(|item| end(&item)))
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

macro_rules! ended {
    ($({$($params:tt)*})? $type:ty, $element:ty; $end:ident => $by:expr) => {
        impl<$($($params)*)?> Ended for $type {
            type Element = $element;

            fn first_end(&self, mut $end: impl FnMut(&$element) -> bool) -> Option<usize> {
                self.iter().position($by)
            }
        }
    };
}

#[cfg(feature = "alloc")]
ended!({T: crate::Encode} alloc::vec::Vec<T>, T; end => &mut end);
ended!(&[u8], u8; end => &mut end);
#[cfg(feature = "bytes")]
ended!(bytes::Bytes, u8; end => &mut end);
ended!({T: crate::Encode} SeqRef<'_, T>, T; end => |item| end(&item));
#[cfg(feature = "bytes")]
ended!({T: Decodable + crate::Encode} SeqShared<T>, T; end => |item| end(&item));

#[cfg(feature = "alloc")]
impl<'de, T, W: Mode<'de, T>> DecodeEnded<'de, W> for alloc::vec::Vec<T> {
    type Element = T;

    #[inline]
    fn decode_ended<F: Format>(
        r: &mut Reader<'de, F>,
        open: bool,
        mut end: impl FnMut(&T) -> bool,
    ) -> Result<Self, DecodeError> {
        let mut items = Self::new();
        elements(r, size_of::<T>(), open, |r| {
            let item = W::read(r)?;
            let last = end(&item);
            bulk::make_room_for_one(&mut items, r)?;
            items.push(item);
            Ok(last)
        })?;
        Ok(items)
    }
}

/// Sequences of encoded elements, and of bytes.
macro_rules! decode_ended {
    ($({$($params:tt)*})? $type:ty, $element:ty, $way:ty;
        $r:ident, $open:ident, $end:ident => $decode:block) => {
        impl<'de, $($($params)*)?> DecodeEnded<'de, $way> for $type {
            type Element = $element;

            fn decode_ended<F: Format>(
                $r: &mut Reader<'de, F>,
                $open: bool,
                $end: impl FnMut(&$element) -> bool,
            ) -> Result<Self, DecodeError> {
                if $open {
                    $r.fetch_all();
                }
                $decode
            }
        }
    };
}

decode_ended!({T: DecodableRef<'de>} SeqRef<'de, T>, T, Borrow; r, open, end => {
    let (from, start) = (r.offset(), r.cursor().rest());
    let count = pass::<F, T, Borrow>(r, open, end)?;
    Ok(Self::from_checked::<F>(r.since(from, start), count))
});

#[cfg(feature = "bytes")]
decode_ended!({T: Decodable} SeqShared<T>, T, Own; r, open, end => {
    let start = r.cursor().clone();
    let count = pass::<F, T, Own>(r, open, end)?;
    Self::since(r, &start, count)
});

decode_ended!(&'de [u8], u8, Borrow; r, open, end => {
    let len = bytes_to_end(r, open, end)?;
    r.take(len)
});

#[cfg(feature = "bytes")]
decode_ended!(bytes::Bytes, u8, Own; r, open, end => {
    let len = bytes_to_end(r, open, end)?;
    r.shared(len)
});

/// Number of bytes up to and with the one that ends them.
fn bytes_to_end<F: Format>(
    r: &mut Reader<'_, F>,
    open: bool,
    end: impl FnMut(&u8) -> bool,
) -> Result<usize, DecodeError> {
    match r.find(None, end) {
        Ok(before) => Ok(before + 1),
        Err(_) if open => Ok(r.remaining()),
        Err(error) => Err(error),
    }
}
