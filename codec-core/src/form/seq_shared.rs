//! A shared sequence: checked once, read on demand, in reference-counted memory.
#![forbid(unsafe_code)]

use core::fmt;

use bytes::Bytes;

use super::forward::{by_elements, indexed, written_as_elements};
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::io::cursor::Cursor;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::counted::{Counted, DecodeCounted};
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::value::offsets::{DecodeIndexed, Ends, Offsets, read_fixed, table_len};
use crate::write::writer::Writer;

/// The shared form of a `Vec` of `T`'s owned form.
///
/// Like [`SeqRef`](crate::SeqRef), but reference-counted, without a lifetime; elements
/// that are bytes themselves are slices of the same memory.
///
/// ```
/// use bytes::Bytes;
/// use codec_core::{Bincode, DecodeError, Format, SeqShared};
/// let input = Bytes::from(Bincode::to_vec(&vec![1u16, 2, 3]).unwrap());
/// let numbers: SeqShared<u16> = Bincode::from_bytes(&input)?;
/// drop(input);
/// assert_eq!((numbers.len(), numbers.get(2)), (3, Some(3)));
/// # Ok::<(), DecodeError>(())
/// ```
pub struct SeqShared<T> {
    bytes: Bytes,
    count: usize,
    /// Reads the element at an offset, and says where the next one begins.
    next: fn(&Bytes, usize) -> Option<(T, usize)>,
    places: Places,
}

/// The places of elements in their bytes.
#[derive(Clone, Copy)]
enum Places {
    /// Each this many bytes after the one before.
    Stride(usize),
    /// In the table that is before them.
    Table,
    /// Each after the one before, which has to be read.
    Unknown,
}

impl Places {
    /// The places of elements of this size.
    const fn of(size: Size) -> Self {
        if size.fixed { Self::Stride(size.min) } else { Self::Unknown }
    }
}

fn read_at<F: Format, T: Decodable>(bytes: &Bytes, offset: usize) -> Option<(T, usize)> {
    // Limits and strictness held when the elements were checked.
    let cursor = Cursor::within(bytes, bytes.get(offset..)?).checked();
    let mut r = Reader::<F::Checked>::from_cursor(cursor);
    let value = T::decode(&mut r).ok()?;
    Some((value, offset + r.offset()))
}

/// No elements.
impl<T> Default for SeqShared<T> {
    #[inline]
    fn default() -> Self {
        Self { bytes: Bytes::new(), count: 0, next: |_, _| None, places: Places::Unknown }
    }
}

impl<T> SeqShared<T> {
    /// Shares what was read since `start`, which are elements that were checked.
    pub(crate) fn since<'de, F: Format>(
        r: &mut Reader<'de, F>,
        start: &Cursor<'de>,
        count: usize,
    ) -> Result<Self, DecodeError>
    where
        T: Decodable,
    {
        let bytes = r.since(start.offset(), start.rest());
        r.cursor_mut().charge_copy(bytes.len())?;
        Ok(Self::from_checked::<F>(start.share(bytes)?, count))
    }

    /// Elements in bytes that hold them, which were checked before.
    pub(crate) fn from_checked<F: Format>(bytes: Bytes, count: usize) -> Self
    where
        T: Decodable,
    {
        Self { bytes, count, next: read_at::<F, T>, places: Places::of(T::size::<F>()) }
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there is no element.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The element at `index`: in constant time when all have one size or the field an index, else
    /// by reading those before it.
    ///
    /// # Panics
    /// The same as [`iter`](Self::iter).
    pub fn get(&self, index: usize) -> Option<T> {
        if index >= self.count {
            return None;
        }
        let offset = match self.places {
            Places::Stride(stride) => index * stride,
            Places::Table => Offsets::start_in(&self.bytes, self.count, index)?,
            Places::Unknown => return self.iter().nth(index),
        };
        (self.next)(&self.bytes, offset).map(|(value, _)| value)
    }

    /// The elements in order.
    ///
    /// # Panics
    /// The iterator panics when an element that was decoded before fails to
    /// decode again; a deterministic `Decodable` never does.
    pub const fn iter(&self) -> SeqSharedIter<'_, T> {
        let table = if let Places::Table = self.places { table_len(self.count) } else { 0 };
        SeqSharedIter { seq: self, offset: table, count: self.count }
    }
}

/// Reads the elements of a [`SeqShared`].
pub struct SeqSharedIter<'s, T> {
    seq: &'s SeqShared<T>,
    offset: usize,
    count: usize,
}

impl<T> Iterator for SeqSharedIter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        let (value, offset) = (self.seq.next)(&self.seq.bytes, self.offset)
            .expect("the element was decoded once before");
        self.offset = offset;
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl<T> ExactSizeIterator for SeqSharedIter<'_, T> {}

impl<T> fmt::Debug for SeqSharedIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeqSharedIter").field("left", &self.count).finish_non_exhaustive()
    }
}

impl<'s, T> IntoIterator for &'s SeqShared<T> {
    type Item = T;
    type IntoIter = SeqSharedIter<'s, T>;

    fn into_iter(self) -> SeqSharedIter<'s, T> {
        self.iter()
    }
}

impl<T> Clone for SeqShared<T> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), ..*self }
    }
}

impl<T: PartialEq> PartialEq for SeqShared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

by_elements!(SeqShared<T>: T; debug_list);

impl<T: Decodable> Decodable for SeqShared<T> {
    crate::value::counted::after_count!(T);

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        // Checking the elements may allocate, too.
        walk.elements::<F, T>(0);
        walk.shared();
    }
}

written_as_elements!(SeqShared<T>);
indexed!({T} SeqShared<T>);

/// Checks elements, and by `ended` the index of each and the offset where it ends.
fn check_each<F: Format, T: Decodable>(
    r: &mut Reader<'_, F>,
    count: usize,
    ended: impl Fn(usize, usize) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let size = T::size::<F>();
    bulk::claim(r, count, size, size_of::<T>(), false)?;
    r.begin_elements(size)?;
    let mut index = 0;
    while index < count {
        let before = r.begin_element(index);
        T::skip(r)?;
        r.end_element((size, size_of::<T>()), before)?;
        ended(index, r.offset())?;
        index += 1;
    }
    r.end_elements(size);
    Ok(())
}

impl<T: Decodable> DecodeIndexed<'_> for SeqShared<T> {
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let size = T::size::<F>();
        if size.fixed {
            return read_fixed(r, count, size.min, Self::decode_counted);
        }
        let start = r.cursor().clone();
        let ends = Ends::read(r, count)?;
        if start.is_checked() {
            ends.pass(r)?;
        } else {
            check_each::<F, T>(r, count, |index, end| ends.check(index, end))?;
        }
        Ok(Self { places: Places::Table, ..Self::since(r, &start, count)? })
    }
}

crate::value::counted::content! {own
    #[inline] {T: Decodable} SeqShared<T>;
    |r, count| {
        let start = r.cursor().clone();
        check_each::<F, T>(r, count, |_, _| Ok(()))?;
        Self::since(r, &start, count)
    };
    {
        r.fetch_all();
        let size = T::size::<F>();
        if let Size { min: min @ 1.., fixed: true } = size {
            return Self::decode_counted(r, r.remaining().div_ceil(min));
        }
        let start = r.cursor().clone();
        let count = bulk::until_end(r, 0, T::skip)?;
        r.cursor_mut().charge_copy(start.remaining())?;
        Ok(Self::from_checked::<F>(start.share(start.rest())?, count))
    }
}

crate::impl_decodable_ref!({T: Decodable} SeqShared<T>);
