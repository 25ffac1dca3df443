//! A borrowed sequence: checked once, read on demand.
#![forbid(unsafe_code)]

use core::cmp::Ordering;
use core::fmt;

use super::forward::{indexed, lent_traits, written_as_elements};
use super::lazy;
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::raw::Lazy;
use crate::read::reader::Reader;
use crate::record::Trace;
use crate::value::borrow::Borrowable;
use crate::value::bulk;
use crate::value::counted::{Counted, DecodeCountedRef};
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::mode::Borrow;
use crate::value::offsets::{DecodeIndexed, Ends, Offsets, read_fixed, table_len};
use crate::write::writer::Writer;

/// The borrowed form of a `Vec` of `T`'s owned form.
///
/// Every element was decoded once when the sequence was, so that reading them
/// again can't fail; nothing is allocated. It remembers how to read an element
/// in the format it came from. Of a field with `#[codec(index)]`, it finds an element by the table.
///
/// ```
/// use codec_core::{Bincode, DecodeError, Format, SeqRef};
/// let input = Bincode::to_vec(&vec![1u16, 2, 3]).unwrap();
/// let numbers: SeqRef<'_, u16> = Bincode::from_slice_ref(&input)?;
/// assert_eq!((numbers.len(), numbers.get(2)), (3, Some(3)));
/// assert_eq!(numbers.iter().sum::<u16>(), 6);
/// # Ok::<(), DecodeError>(())
/// ```
pub struct SeqRef<'de, T> {
    elements: Lazy<'de, T>,
    count: usize,
}

/// No elements.
impl<T> Default for SeqRef<'_, T> {
    #[inline]
    fn default() -> Self {
        Self { elements: lazy::nothing(), count: 0 }
    }
}

impl<'de, T> SeqRef<'de, T> {
    /// Borrows from owned values.
    ///
    /// ```
    /// use codec_core::SeqRef;
    /// let names = [String::from("a"), String::from("b")];
    /// let borrowed: SeqRef<'_, &str> = SeqRef::from_owned(&names);
    /// assert_eq!(borrowed.get(1), Some("b"));
    /// ```
    #[inline]
    pub fn from_owned<O: Borrowable<Ref<'de> = T> + 'de>(items: &'de [O]) -> Self
    where
        for<'any> &'any O: Send,
    {
        Self { elements: lazy::of_owned(items), count: items.len() }
    }

    /// Elements in bytes that hold them, which were checked before.
    #[inline]
    pub(crate) fn from_checked<F: Format>(bytes: &'de [u8], count: usize) -> Self
    where
        T: DecodableRef<'de>,
    {
        Self { elements: lazy::of_encoded::<F, T>(bytes), count }
    }

    /// Number of elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there is no element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The element at `index`: in constant time when all have one size or the field an index, else
    /// by reading those before it.
    ///
    /// # Panics
    /// The same as [`iter`](Self::iter).
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        if index >= self.count {
            return None;
        }
        if let Some(rest) = self.elements.at(index) {
            return rest.first();
        }
        let Some(bytes) = self.elements.tabled() else { return self.iter().nth(index) };
        let start = Offsets::start_in(bytes, self.count, index)?;
        self.elements.after_table(start)?.first()
    }

    /// The index of the first element of which `is_before` is false, when it is true of all those
    /// before and of none after, as [`slice::partition_point`]. It gets as many elements as the
    /// count has bits, each as [`get`](Self::get) does.
    ///
    /// ```
    /// use codec_core::SeqRef;
    /// let names = [String::from("a"), String::from("b"), String::from("d")];
    /// let names: SeqRef<'_, &str> = SeqRef::from_owned(&names);
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

    /// The elements in order.
    ///
    /// # Panics
    /// The iterator panics when an element that was decoded before fails to
    /// decode again; a deterministic `DecodableRef` never does.
    #[inline]
    pub const fn iter(&self) -> SeqIter<'de, T> {
        let elements = match self.elements.after_table(table_len(self.count)) {
            Some(elements) => elements,
            None => self.elements,
        };
        SeqIter { elements, count: self.count }
    }

    /// The elements in a vector.
    #[cfg(feature = "alloc")]
    pub fn to_vec(&self) -> alloc::vec::Vec<T> {
        let mut items = alloc::vec::Vec::with_capacity(self.count);
        self.iter().for_each(|item| items.push(item));
        items
    }
}

/// Reads the elements of a [`SeqRef`].
pub struct SeqIter<'de, T> {
    elements: Lazy<'de, T>,
    count: usize,
}

impl<T> Iterator for SeqIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        Some(self.elements.take_first().expect("the element was decoded once before"))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }

    #[inline]
    fn fold<B, G: FnMut(B, T) -> B>(self, init: B, each: G) -> B {
        self.elements.fold(self.count, init, each).expect("the elements were decoded once before")
    }
}

impl<T> ExactSizeIterator for SeqIter<'_, T> {}

impl<T> Clone for SeqIter<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { elements: self.elements, count: self.count }
    }
}

impl<T> fmt::Debug for SeqIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeqIter").field("left", &self.count).finish_non_exhaustive()
    }
}

impl<'a, T: PartialEq<U>, U> PartialEq<SeqRef<'a, U>> for SeqRef<'_, T> {
    fn eq(&self, other: &SeqRef<'a, U>) -> bool {
        self.count == other.count && self.iter().zip(other).all(|(one, two)| one == two)
    }
}

lent_traits!(SeqRef<T>, T, SeqIter<'de, T>, debug_list);

/// Checks fixed-size elements. A loop that looks at all of them can use SIMD
/// registers, or goes away where all bytes are a value; one that ends at the
/// first error can't, and only runs to find that.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_chunks<'de, F: Format, T: DecodableRef<'de>>(
    r: &Reader<'de, F>,
    run: &'de [u8],
    base: usize,
) -> Result<(), DecodeError> {
    let size = T::ref_size::<F>().min;
    let check = |(index, chunk)| T::decode_ref_with(&mut r.chunk(chunk, base + index * size), drop);
    let chunks = run.chunks_exact(size).enumerate();
    if chunks.clone().fold(true, |all, chunk| all & check(chunk).is_ok()) {
        return Ok(());
    }
    chunks.into_iter().try_for_each(check)
}

/// Checks elements one after the other. What calls it is always inlined, this where the compiler
/// finds it worth it: the sequence is put together where the message is, instead of being returned
/// in memory, from where it would be copied while its fields are on their way there. `ended` checks
/// the index of an element and the offset where it ends.
#[inline]
fn check_each<'de, F: Format, T: DecodableRef<'de>>(
    r: &mut Reader<'de, F>,
    count: usize,
    size: Size,
    ended: impl Fn(usize, usize) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    // Not by `element_of`, as in `bulk::extend`.
    r.begin_elements(size)?;
    r.hoisted(|r| {
        let mut index = 0;
        while index < count {
            r.fetch_elements(count - index, size.min);
            let before = r.begin_element(index);
            T::decode_ref_with(r, drop)?;
            r.end_element((size, size_of::<T>()), before)?;
            ended(index, r.offset())?;
            index += 1;
        }
        Ok(())
    })?;
    r.end_elements(size);
    Ok(())
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for SeqRef<'de, T> {
    sizes!(ref_size: Size::at_least(F::len_size().min));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        let count = r.length()?;
        Self::decode_counted_ref(r, count)
    }
}

written_as_elements!(SeqRef<'_, T>);
indexed!({T} SeqRef<'_, T>);

impl<'de, T: DecodableRef<'de>> DecodeIndexed<'de, Borrow> for SeqRef<'de, T> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let size = T::ref_size::<F>();
        if size.fixed {
            return read_fixed(r, count, size.min, Self::decode_counted_ref);
        }
        let (from, start) = (r.offset(), r.cursor().rest());
        let ends = Ends::read(r, count)?;
        if r.cursor().is_checked() {
            ends.pass(r)?;
        } else {
            bulk::claim(r, count, size, size_of::<T>(), false)?;
            check_each::<F, T>(r, count, size, |index, end| ends.check(index, end))?;
        }
        Ok(Self { elements: lazy::of_tabled::<F, T>(r.since(from, start)), count })
    }
}

impl<'de, T: DecodableRef<'de>> DecodeCountedRef<'de> for SeqRef<'de, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_counted_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let size = T::ref_size::<F>();
        bulk::claim(r, count, size, size_of::<T>(), false)?;
        let (from, start) = (r.offset(), r.cursor().rest());
        if size.fixed && size.min > 0 && !<F::State as Trace>::ON {
            let base = r.offset();
            let run = r.cursor_mut().take(count * size.min)?;
            // In a sequence that is read, they were checked with it.
            if !r.cursor().is_checked() {
                check_chunks::<F, T>(r, run, base)?;
            }
        } else {
            check_each::<F, T>(r, count, size, |_, _| Ok(()))?;
        }
        Ok(Self { elements: lazy::of_encoded::<F, T>(r.since(from, start)), count })
    }

    #[inline]
    fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.fetch_all();
        if let Size { min: min @ 1.., fixed: true } = T::ref_size::<F>() {
            return Self::decode_counted_ref(r, r.remaining().div_ceil(min));
        }
        let start = r.cursor().rest();
        let count = bulk::until_end(r, 0, |r| T::decode_ref_with(r, drop))?;
        Ok(Self { elements: lazy::of_encoded::<F, T>(start), count })
    }
}
