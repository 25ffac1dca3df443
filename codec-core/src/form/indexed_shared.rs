//! A shared sequence with a table of offsets: checked once, read at any place, in
//! reference-counted memory.
#![forbid(unsafe_code)]

use bytes::Bytes;

use super::forward::{by_elements, written_indexed};
use super::seq_shared::{SeqShared, SeqSharedIter};
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::counted::{Counted, DecodeCounted};
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::value::offsets::{DecodeIndexed, Ends, Indexed, Offsets};
use crate::write::writer::Writer;

/// The shared form of a `Vec` or another sequence with `#[codec(index)]`: a
/// [`SeqShared`] whose elements are found in constant time, whatever their sizes.
///
/// Like [`IndexedRef`](crate::IndexedRef), but reference-counted, without a lifetime.
///
/// ```
/// use bytes::Bytes;
/// use codec_core::{DecodeError, Format, IndexedShared, Postcard, TextShared};
/// let input = Bytes::from_static(&[2, 2, 0, 0, 0, 5, 0, 0, 0, 1, b'a', 2, b'b', b'c']);
/// let names: IndexedShared<TextShared> = Postcard::from_bytes(&input)?;
/// assert_eq!(names.get(1).unwrap(), "bc");
/// # Ok::<(), DecodeError>(())
/// ```
pub struct IndexedShared<T> {
    elements: SeqShared<T>,
    /// Of elements that differ in size; else empty.
    table: Bytes,
}

impl<T> Clone for IndexedShared<T> {
    fn clone(&self) -> Self {
        Self { elements: self.elements.clone(), table: self.table.clone() }
    }
}

/// No elements.
impl<T> Default for IndexedShared<T> {
    fn default() -> Self {
        Self { elements: SeqShared::default(), table: Bytes::new() }
    }
}

impl<T> IndexedShared<T> {
    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether there is no element.
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element at `index`, in constant time: no other one is read.
    ///
    /// # Panics
    /// Never, of elements whose `Decodable` is deterministic; `None` of others.
    pub fn get(&self, index: usize) -> Option<T> {
        if self.table.is_empty() {
            return self.elements.get(index);
        }
        if index >= self.len() {
            return None;
        }
        self.elements.at_byte(Offsets::new(&self.table).start(index)?)
    }

    /// The elements in order.
    ///
    /// # Panics
    /// The same as [`SeqShared::iter`].
    pub const fn iter(&self) -> SeqSharedIter<'_, T> {
        self.elements.iter()
    }
}

impl<'s, T> IntoIterator for &'s IndexedShared<T> {
    type Item = T;
    type IntoIter = SeqSharedIter<'s, T>;

    fn into_iter(self) -> SeqSharedIter<'s, T> {
        self.iter()
    }
}

impl<T: PartialEq> PartialEq for IndexedShared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

impl<T: Decodable> DecodeIndexed<'_> for IndexedShared<T> {
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let (ends, size) = (Ends::read(r, count)?, T::size::<F>());
        if size.fixed {
            let elements = SeqShared::decode_counted(r, count)?;
            ends.check_all(size.min)?;
            return Ok(Self { elements, table: Bytes::new() });
        }
        let table = ends.offsets().bytes();
        let start = r.cursor().clone();
        if start.is_checked() {
            // The table is right, so that no element need be read to find the end.
            r.cursor_mut().take(ends.offsets().total())?;
        } else {
            bulk::claim(r, count, size, size_of::<T>(), false)?;
            r.begin_elements(size)?;
            for (index, entry) in ends.entries() {
                let before = r.begin_element(index);
                T::skip(r)?;
                r.end_element((size, size_of::<T>()), before)?;
                ends.check((index, entry), r.offset())?;
            }
            r.end_elements(size);
        }
        let bytes = r.since(start.offset(), start.rest());
        r.cursor_mut().charge_copy(bytes.len().saturating_add(table.len()))?;
        let elements = SeqShared::from_checked::<F>(start.share(bytes)?, count);
        Ok(Self { elements, table: start.share(table)? })
    }
}

impl<T: Decodable> Decodable for IndexedShared<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        let count = r.length()?;
        Self::decode_indexed(r, count)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        SeqShared::<T>::memory::<F>(walk);
    }
}

crate::impl_decodable_ref!({T: Decodable} IndexedShared<T>);

by_elements!(IndexedShared<T>: T; debug_list);
written_indexed!(IndexedShared<T>);
