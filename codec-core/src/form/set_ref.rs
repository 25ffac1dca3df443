//! A borrowed set: checked once, read on demand.
#![forbid(unsafe_code)]

use core::borrow::Borrow;

#[cfg(feature = "alloc")]
use super::entries;
use super::key_order::{self, Extent};
#[cfg(feature = "alloc")]
use super::lent::Lend;
use super::lent::{Lent, LentIter, lent_traits};
use super::seq_ref::SeqRef;
use crate::error::DecodeError;
#[cfg(feature = "alloc")]
use crate::error::EncodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::counted::Counted;
use crate::value::counted::DecodeCountedRef;
use crate::value::decode_ref::DecodableRef;
#[cfg(feature = "alloc")]
use crate::value::encode::Encode;
#[cfg(feature = "alloc")]
use crate::write::writer::Writer;

/// What a set becomes when it is borrowed: the elements as they stand in the
/// input, as in a [`MapRef`](crate::MapRef).
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
pub struct SetRef<'de, T> {
    elements: Lent<'de, T>,
}

impl<'de, T> SetRef<'de, T> {
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn from_owned(set: &'de (impl Lend<'de, T> + 'de)) -> Self {
        Self { elements: Lent::Owned(set) }
    }

    /// Number of elements, equal ones included.
    #[inline]
    pub fn len(&self) -> usize {
        self.elements.count()
    }

    /// Whether there is no element.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements in the order in which they stand.
    ///
    /// # Panics
    /// The iterator panics when an element that was decoded before fails to
    /// decode again; a deterministic `DecodableRef` never does.
    #[inline]
    pub fn iter(&self) -> LentIter<'de, T> {
        self.elements.iter()
    }

    /// Whether an element is there, by reading them until it is found.
    ///
    /// # Panics
    /// As [`iter`](Self::iter).
    pub fn contains<Q: PartialEq + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.iter().any(|own| own.borrow() == element)
    }

    /// The elements in a set of their own, such as a `BTreeSet` of borrowed ones.
    ///
    /// # Panics
    /// As [`iter`](Self::iter).
    pub fn to_set<S: FromIterator<T>>(&self) -> S {
        self.iter().collect()
    }
}

/// A set without elements.
impl<T> Default for SetRef<'_, T> {
    #[inline]
    fn default() -> Self {
        Self { elements: Lent::Encoded(SeqRef::default()) }
    }
}

lent_traits!(SetRef<T>, T, debug_set);

impl<'de, T: DecodableRef<'de> + Ord> DecodableRef<'de> for SetRef<'de, T> {
    #[inline(always)]
    fn ref_size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_map::<T>() };
        let count = r.length()?;
        Self::decode_entries(r, Extent::Count(count))
    }
}

impl<'de, T: DecodableRef<'de> + Ord> SetRef<'de, T> {
    /// Reads elements, as many as there are.
    #[inline]
    pub(crate) fn decode_entries<F: Format>(
        r: &mut Reader<'de, F>,
        extent: Extent,
    ) -> Result<Self, DecodeError> {
        let elements = if F::RULES.strict {
            key_order::read_ref::<F, T, _>(r, extent, |_| Ok(()))
        } else {
            match extent {
                Extent::Count(count) => SeqRef::decode_counted(r, count),
                Extent::Rest => SeqRef::decode_rest(r),
            }
        };
        elements.map(|elements| Self { elements: Lent::Encoded(elements) })
    }
}

#[cfg(feature = "alloc")]
impl<T: Encode + Ord> SetRef<'_, T> {
    /// Encoded length of the elements, without a count.
    #[inline]
    pub(crate) fn entries_len<F: Format>(&self) -> usize {
        entries::content_len::<F, T, ()>(self.len(), self.iter().map(|element| (element, ())))
    }

    /// Writes the elements, without a count.
    #[inline]
    pub(crate) fn encode_entries<F: Format>(
        &self,
        w: &mut Writer<'_, F>,
    ) -> Result<(), EncodeError> {
        let elements = self.iter().map(|element| (element, ()));
        entries::write(w, entries::Kind::Lent, elements, T::cmp)
    }
}

#[cfg(feature = "alloc")]
impl<T: Encode + Ord> Encode for SetRef<'_, T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        F::len_len(self.len()).wrapping_add(self.entries_len::<F>())
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { F::RULES.unsupported.refuse_map::<T>() };
        w.length(self.len())?;
        self.encode_entries(w)
    }
}

super::map_ref::entries_ref!(SetRef, T);
