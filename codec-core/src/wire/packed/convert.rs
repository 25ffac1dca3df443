//! Conversions from elements, to vectors, and between the forms.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::{EncodesAs, Packable, Packed};
use crate::form::seq_ref::SeqRef;
use crate::value::borrow::Borrowable;
use crate::value::encode::Encode;

/// The panic message for an element that can't be appended.
const NO_ENCODING: &str = "an element has no encoding";

/// # Panics
/// When an element has no encoding, which a byte string or a string always has;
/// [`push`](Packed::push) returns an error instead.
impl<T: Packable, I: EncodesAs<T>> Extend<I> for Packed<T> {
    fn extend<E: IntoIterator<Item = I>>(&mut self, items: E) {
        for item in items {
            self.append(&item).expect(NO_ENCODING);
        }
    }
}

/// # Panics
/// The same as [`extend`](Extend::extend).
impl<T: Packable, I: EncodesAs<T>> FromIterator<I> for Packed<T> {
    fn from_iter<E: IntoIterator<Item = I>>(items: E) -> Self {
        let mut packed = Self::new();
        packed.extend(items);
        packed
    }
}

/// # Panics
/// The same as [`extend`](Extend::extend).
impl<T: Packable + Encode> From<Vec<T>> for Packed<T> {
    fn from(items: Vec<T>) -> Self {
        items.iter().collect()
    }
}

impl<T: Packable> From<Packed<T>> for Vec<T> {
    fn from(packed: Packed<T>) -> Self {
        packed.to_vec()
    }
}

/// # Panics
/// [`from_ref`](Borrowable::from_ref) panics when an element has no encoding; a decoded element has
/// one.
impl<T: Packable> Borrowable for Packed<T>
where
    for<'a> T::Ref<'a>: Encode,
{
    type Ref<'de> = SeqRef<'de, T::Ref<'de>>;

    #[inline]
    fn to_ref(&self) -> Self::Ref<'_> {
        SeqRef::from_checked::<T::Layout>(&self.bytes, self.len())
    }

    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        let mut packed = Self::new();
        packed.append_all(borrowed).expect(NO_ENCODING);
        packed
    }
}

crate::form::element::lazy_element!({T: Packable} Packed<T> where {for<'a> T::Ref<'a>: Encode,});

crate::form::element::shares! {
    {T: Packable + crate::Shareable} Packed<T> as crate::SeqShared<T::Shared>
        where { for<'a> T::Ref<'a>: Encode, };
    |shared| {
        let mut packed = Self::new();
        for item in &shared {
            packed.append(&T::from_shared(item).to_ref()).expect(NO_ENCODING);
        }
        packed
    }
}

crate::impl_decodable_ref!({T: Packable} Packed<T> where { for<'a> T::Ref<'a>: Encode });
