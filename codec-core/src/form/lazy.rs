//! Values that are read on demand, from input in its format or from owned values.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::raw::{Lazy, Lend, ReadFront};
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode_ref::DecodableRef;

/// Reads `T`s of the format `F` that were checked before.
struct Checked<F, T>(PhantomData<(F, T)>);

impl<'de, F: Format, T: DecodableRef<'de>> ReadFront<'de> for Checked<F, T> {
    type Item = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_front(bytes: &'de [u8]) -> Option<(T, usize)> {
        // Limits and strictness held when the elements were checked.
        let mut r = Reader::<F::Checked>::from_cursor(Cursor::new(bytes).checked());
        let value = T::decode_ref_with(&mut r, core::convert::identity).ok()?;
        Some((value, bytes.len().checked_sub(r.remaining())?))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stride() -> Option<usize> {
        let size = T::ref_size::<F>();
        size.fixed.then_some(size.min)
    }
}

/// Reads nothing, of no format.
struct Nothing<T>(PhantomData<T>);

impl<T> ReadFront<'_> for Nothing<T> {
    type Item = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_front(_: &[u8]) -> Option<(T, usize)> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stride() -> Option<usize> {
        None
    }
}

/// Borrows the borrowed form of a value.
struct ToRef;

impl<'de, O: Borrowable + 'de> Lend<'de, O> for ToRef {
    type Item = O::Ref<'de>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lend(value: &'de O) -> O::Ref<'de> {
        value.to_ref()
    }
}

/// Elements in encoded bytes of the format `F`, which were checked before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn of_encoded<'de, F: Format, T: DecodableRef<'de>>(bytes: &'de [u8]) -> Lazy<'de, T> {
    Lazy::from_encoded::<Checked<F, T>>(bytes)
}

/// Elements in encoded bytes of the format `F`, after a table of where each ends.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn of_tabled<'de, F: Format, T: DecodableRef<'de>>(bytes: &'de [u8]) -> Lazy<'de, T> {
    Lazy::from_tabled::<Checked<F, T>>(bytes)
}

/// No elements.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn nothing<'de, T>() -> Lazy<'de, T> {
    Lazy::from_encoded::<Nothing<T>>(&[])
}

/// Borrowed forms of owned values, which threads may share.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn of_owned<'de, O: Borrowable + 'de>(items: &'de [O]) -> Lazy<'de, O::Ref<'de>>
where
    for<'any> &'any O: Send,
{
    Lazy::from_owned::<O, ToRef>(items)
}
