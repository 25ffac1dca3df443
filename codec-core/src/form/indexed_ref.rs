//! A borrowed sequence with a table of offsets: checked once, read at any place.
#![forbid(unsafe_code)]

use core::cmp::Ordering;

use super::forward::{lent_traits, written_indexed};
use super::seq_ref::{SeqIter, SeqRef};
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::counted::{Counted, DecodeCountedRef};
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::mode::Borrow;
use crate::value::offsets::{DecodeIndexed, Ends, Indexed, Offsets};
use crate::write::writer::Writer;

/// The borrowed form of a `Vec` or another sequence with `#[codec(index)]`: a [`SeqRef`]
/// whose elements are found in constant time, whatever their sizes.
///
/// Every element was decoded once when the sequence was, and its entry in the table of offsets was
/// compared with where it ends, so that reading any of them again can't fail; nothing is allocated.
/// Its encoding is that of the attribute: a count, an offset of four bytes for each element,
/// little-endian in every format, and the elements.
///
/// ```
/// use codec_core::{DecodeError, Format, IndexedRef, Postcard};
/// // Two strings: their count, where they end, and they themselves.
/// let input = [2, 2, 0, 0, 0, 5, 0, 0, 0, 1, b'a', 2, b'b', b'c'];
/// let names: IndexedRef<'_, &str> = Postcard::from_slice_ref(&input)?;
/// assert_eq!((names.len(), names.get(1)), (2, Some("bc")));
/// assert_eq!(names.binary_search_by(|name| (*name).cmp("bc")), Ok(1));
/// assert_eq!(Postcard::to_vec(&names).unwrap(), input);
/// # Ok::<(), DecodeError>(())
/// ```
pub struct IndexedRef<'de, T> {
    elements: SeqRef<'de, T>,
    /// Of encoded elements that differ in size; else empty.
    offsets: Offsets<'de>,
}

/// No elements.
impl<T> Default for IndexedRef<'_, T> {
    #[inline]
    fn default() -> Self {
        Self { elements: SeqRef::default(), offsets: Offsets::NONE }
    }
}

impl<'de, T> IndexedRef<'de, T> {
    /// Borrows from owned values.
    ///
    /// ```
    /// use codec_core::IndexedRef;
    /// let names = [String::from("a"), String::from("b")];
    /// let borrowed: IndexedRef<'_, &str> = IndexedRef::from_owned(&names);
    /// assert_eq!(borrowed.get(1), Some("b"));
    /// ```
    #[inline]
    pub fn from_owned<O: Borrowable<Ref<'de> = T> + 'de>(items: &'de [O]) -> Self
    where
        for<'any> &'any O: Send,
    {
        Self { elements: SeqRef::from_owned(items), offsets: Offsets::NONE }
    }

    /// Number of elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether there is no element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element at `index`, in constant time: no other one is read.
    ///
    /// # Panics
    /// Never, of elements whose `DecodableRef` is deterministic; `None` of others.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        if self.offsets.is_empty() {
            return self.elements.get(index);
        }
        if index >= self.len() {
            return None;
        }
        self.elements.at_byte(self.offsets.start(index)?)
    }

    /// The elements in order.
    ///
    /// # Panics
    /// The same as [`SeqRef::iter`].
    #[inline]
    pub const fn iter(&self) -> SeqIter<'de, T> {
        self.elements.iter()
    }

    /// The index of the first element of which `is_before` is false, when it is true of all those
    /// before and of none after, as [`slice::partition_point`]. It reads as many elements as the
    /// count has bits.
    ///
    /// ```
    /// use codec_core::IndexedRef;
    /// let names = [String::from("a"), String::from("b"), String::from("d")];
    /// let names: IndexedRef<'_, &str> = IndexedRef::from_owned(&names);
    /// assert_eq!(names.partition_point(|name| name < "c"), 2);
    /// ```
    pub fn partition_point(&self, mut is_before: impl FnMut(T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle).is_some_and(&mut is_before) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Searches sorted elements, as [`slice::binary_search_by`]: the index of one that is equal,
    /// the first of several; or where one could be inserted.
    ///
    /// # Errors
    /// The index for an insertion, when no element is equal.
    pub fn binary_search_by(
        &self,
        mut compare: impl FnMut(&T) -> Ordering,
    ) -> Result<usize, usize> {
        let index = self.partition_point(|item| compare(&item) == Ordering::Less);
        match self.get(index) {
            Some(item) if compare(&item) == Ordering::Equal => Ok(index),
            _ => Err(index),
        }
    }

    /// The elements in a vector.
    #[cfg(feature = "alloc")]
    pub fn to_vec(&self) -> alloc::vec::Vec<T> {
        self.elements.to_vec()
    }
}

impl<'a, T: PartialEq<U>, U> PartialEq<IndexedRef<'a, U>> for IndexedRef<'_, T> {
    fn eq(&self, other: &IndexedRef<'a, U>) -> bool {
        self.elements == other.elements
    }
}

/// Checks elements that differ in size, and that each ends where the table says.
#[inline]
fn check_elements<'de, F: Format, T: DecodableRef<'de>>(
    r: &mut Reader<'de, F>,
    count: usize,
    ends: &Ends<'de>,
) -> Result<(), DecodeError> {
    let size = T::ref_size::<F>();
    crate::value::bulk::claim(r, count, size, size_of::<T>(), false)?;
    r.begin_elements(size)?;
    r.hoisted(|r| {
        for (index, entry) in ends.entries() {
            r.fetch_elements(count - index, size.min);
            let before = r.begin_element(index);
            T::decode_ref_with(r, drop)?;
            r.end_element((size, size_of::<T>()), before)?;
            ends.check((index, entry), r.offset())?;
        }
        Ok(())
    })?;
    r.end_elements(size);
    Ok(())
}

impl<'de, T: DecodableRef<'de>> DecodeIndexed<'de, Borrow> for IndexedRef<'de, T> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let ends = Ends::read(r, count)?;
        let size = T::ref_size::<F>();
        if size.fixed {
            let elements = SeqRef::decode_counted_ref(r, count)?;
            ends.check_all(size.min)?;
            return Ok(Self { elements, offsets: Offsets::NONE });
        }
        let (from, start) = (r.offset(), r.cursor().rest());
        if r.cursor().is_checked() {
            // The table is right, so that no element need be read to find the end.
            r.cursor_mut().take(ends.offsets().total())?;
        } else {
            check_elements::<F, T>(r, count, &ends)?;
        }
        let elements = SeqRef::from_checked::<F>(r.since(from, start), count);
        Ok(Self { elements, offsets: ends.offsets() })
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for IndexedRef<'de, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ref_size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        let count = r.length()?;
        Self::decode_indexed(r, count)
    }
}

lent_traits!(IndexedRef<T>, T, SeqIter<'de, T>, debug_list);
written_indexed!(IndexedRef<'_, T>);
