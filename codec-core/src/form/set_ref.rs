//! A borrowed set: a borrowed map to `()`.
#![forbid(unsafe_code)]

use core::borrow::Borrow;
use core::iter::Map;

use super::forward::lent_traits;
#[cfg(feature = "alloc")]
use super::lent::Lend;
use super::lent::LentIter;
use super::map_key::MapKey;
use super::map_ref::MapRef;
use crate::error::DecodeError;
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::decode_ref::{DecodableRef, decode_ref_as};
#[cfg(feature = "alloc")]
use crate::value::encode::{Encode, encode_as};

/// The borrowed form of a set: the elements as they are in the input, as in a
/// [`MapRef`] to `()`, which it is.
///
/// ```
/// use std::collections::BTreeSet;
/// use codec_core::{Format, Postcard, SetRef};
/// let input = Postcard::to_vec(&BTreeSet::from(["b", "a"]))?;
/// assert_eq!(input, [2, 1, b'a', 1, b'b']);
/// let set: SetRef<'_, &str> = Postcard::from_slice_ref(&input)?;
/// assert!(set.len() == 2 && set.contains("b") && !set.contains("c"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SetRef<'de, T>(MapRef<'de, T, ()>);

/// Reads the elements of a [`SetRef`].
pub type SetIter<'de, T> = Map<LentIter<'de, (T, ())>, fn((T, ())) -> T>;

impl<'de, T> SetRef<'de, T> {
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn from_owned(set: &'de (impl Lend<'de, (T, ())> + 'de)) -> Self {
        Self(MapRef::from_owned(set))
    }

    /// Number of elements, equal ones included.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no element.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The elements in the order of the input.
    ///
    /// # Panics
    /// The same as [`MapRef::iter`].
    #[inline]
    pub fn iter(&self) -> SetIter<'de, T> {
        self.0.iter().map(|(element, ())| element)
    }

    /// Returns whether an element is there, by reading them until it is found.
    ///
    /// # Panics
    /// The same as [`MapRef::iter`].
    pub fn contains<Q: PartialEq + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.iter().any(|own| own.borrow() == element)
    }
}

/// A set without elements.
impl<T> Default for SetRef<'_, T> {
    #[inline]
    fn default() -> Self {
        Self(MapRef::default())
    }
}

lent_traits!(SetRef<T>, T, SetIter<'de, T>, debug_set);

impl<T: PartialEq> PartialEq for SetRef<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

decode_ref_as!({T: DecodableRef<'de> + MapKey} SetRef<'de, T> as MapRef<'de, T, ()>; Self);

crate::value::counted::content! {borrow
    #[inline] {T: DecodableRef<'de> + MapKey} SetRef<'de, T>;
    |r, count| MapRef::decode_counted_ref(r, count).map(Self);
    MapRef::decode_rest_ref(r).map(Self);
    fn held_ref<F: Format>(
        &self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<usize, DecodeError> {
        self.0.held_ref(r, count)
    }
}

#[cfg(feature = "alloc")]
encode_as!({T: Encode + MapKey} SetRef<'_, T> as MapRef<'_, T, ()>; |it| &it.0);

#[cfg(feature = "alloc")]
crate::value::counted::as_counted!({T: Encode + MapKey} SetRef<'_, T>; |it| &it.0);
