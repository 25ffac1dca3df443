//! The table of offsets of an indexed sequence: the end of each element.
//!
//! It is before the elements, one entry for each: the number of bytes from the first byte of
//! the elements to the end of this one, as 32 bits, little-endian, in every format. The last entry
//! is the length of all elements.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::counted::Counted;
use crate::value::encode::Encode;
use crate::value::mode::Own;
use crate::write::writer::Writer;

/// Bytes of an entry.
const WIDTH: usize = 4;

/// An entry as it is encoded.
type Entry<'de> = &'de [u8; WIDTH];

/// Bytes of a table of so many entries.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn table_len(count: usize) -> usize {
    count.saturating_mul(WIDTH)
}

/// A table. It may be one that is not that of any elements: it was read from an input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offsets<'de> {
    entries: &'de [[u8; WIDTH]],
}

impl<'de> Offsets<'de> {
    /// A table in these bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn new(table: &'de [u8]) -> Self {
        Self { entries: table.as_chunks().0 }
    }

    /// The start of the element at `index` in the bytes of a table and of `count` elements; `None`
    /// without an entry before it, but for the first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start_in(bytes: &'de [u8], count: usize, index: usize) -> Option<usize> {
        let end = match index.checked_sub(1) {
            Some(before) => Self::new(bytes).entries.get(before).map(Self::end)?,
            None => 0,
        };
        table_len(count).checked_add(end)
    }

    /// The offset in an entry; beyond all bytes where the address space is smaller.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(entry: Entry<'_>) -> usize {
        usize::try_from(u32::from_le_bytes(*entry)).unwrap_or(usize::MAX)
    }
}

/// A table and the elements after it, which are read now.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'de> {
    offsets: Offsets<'de>,
    /// Offset in the input of the table.
    table: usize,
    /// Offset in the input of the elements.
    elements: usize,
}

impl<'de> Ends<'de> {
    /// Reads the table of `count` elements, which are read next.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[inline]
    pub(crate) fn read<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let table = r.offset();
        let offsets = Offsets::new(r.take(table_len(count))?);
        Ok(Self { offsets, table, elements: r.offset() })
    }

    /// Passes over elements that were checked before: the table is right, so that none need be read
    /// to find the end.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[inline]
    pub(crate) fn pass<F: Format>(&self, r: &mut Reader<'de, F>) -> Result<(), DecodeError> {
        r.cursor_mut().take(self.offsets.entries.last().map_or(0, Offsets::end)).map(drop)
    }

    /// Checks that the element at `index` ends at the offset `end`.
    ///
    /// # Errors
    /// [`InvalidIndex`](DecodeErrorKind::InvalidIndex) at the entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn check(&self, index: usize, end: usize) -> Result<(), DecodeError> {
        let entry = self.offsets.entries.get(index).map(Offsets::end);
        if entry == Some(end.wrapping_sub(self.elements)) {
            return Ok(());
        }
        let entry = self.table.saturating_add(table_len(index));
        Err(DecodeError::new(DecodeErrorKind::InvalidIndex, entry))
    }

    /// Checks that each element has `size` bytes.
    ///
    /// # Errors
    /// [`InvalidIndex`](DecodeErrorKind::InvalidIndex) at the first entry that says another end.
    #[inline]
    pub(crate) fn check_all(&self, size: usize) -> Result<(), DecodeError> {
        let mut end = self.elements;
        (0..self.offsets.entries.len()).try_for_each(|index| {
            end = end.saturating_add(size);
            self.check(index, end)
        })
    }
}

/// Writes a table and the `count` elements after it, in one pass: the entries are filled in.
///
/// # Errors
/// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit) when the elements are longer than an
/// entry can say, [`ForeignWriter`](EncodeErrorKind::ForeignWriter), and those of the elements.
#[inline]
fn write_indexed<F: Format, T: Encode>(
    w: &mut Writer<'_, F>,
    count: usize,
    items: impl Iterator<Item = T>,
) -> Result<(), EncodeError> {
    w.ensure(table_len(count))?;
    let table = w.written();
    (0..count).try_for_each(|_| w.array(&[0; WIDTH]))?;
    let elements = w.written();
    w.hoisted(|w| {
        for (index, item) in items.enumerate() {
            item.encode(w)?;
            let end = w.written().saturating_sub(elements);
            fill_in(w, table.saturating_add(table_len(index)), end)?;
        }
        Ok(())
    })
}

/// Writes an entry over its place.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fill_in<F: Format>(w: &mut Writer<'_, F>, place: usize, end: usize) -> Result<(), EncodeError> {
    let Ok(end) = u32::try_from(end) else {
        return Err(w.error(EncodeErrorKind::LengthOverLimit));
    };
    match w.output().written_since(place).first_chunk_mut::<WIDTH>() {
        Some(entry) => *entry = end.to_le_bytes(),
        None => return Err(w.error(EncodeErrorKind::ForeignWriter)),
    }
    Ok(())
}

/// A sequence that can be written with a table of offsets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "a type such as `wire::Seq0255` has its count already: write a `Vec` with `len = u8`"
)]
pub trait EncodeIndexed {
    /// Number of elements.
    fn indexed_count(&self) -> usize;

    /// The elements in order.
    fn indexed(&self) -> impl Iterator<Item: Encode>;
}

/// Reads a table and elements that all have `size` bytes, by `read`.
///
/// # Errors
/// [`InvalidIndex`](DecodeErrorKind::InvalidIndex), and those of `read`.
#[inline]
pub(crate) fn read_fixed<'de, F: Format, S>(
    r: &mut Reader<'de, F>,
    count: usize,
    size: usize,
    read: impl FnOnce(&mut Reader<'de, F>, usize) -> Result<S, DecodeError>,
) -> Result<S, DecodeError> {
    let ends = Ends::read(r, count)?;
    let elements = read(r, count)?;
    ends.check_all(size)?;
    Ok(elements)
}

/// A sequence whose content has a table of offsets, for what writes a count before it.
#[derive(Debug, Clone, Copy)]
pub struct Indexed<'v, T: ?Sized>(pub &'v T);

/// Encoded length of so many elements.
#[inline]
fn elements_len<F: Format, T: Encode>(count: usize, items: impl Iterator<Item = T>) -> usize {
    match T::encoded_size::<F>() {
        Size { fixed: true, min } => min.wrapping_mul(count),
        _ => items.fold(0usize, |len, item| len.wrapping_add(item.encoded_len::<F>())),
    }
}

impl<T: EncodeIndexed + ?Sized> Counted for Indexed<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.0.indexed_count()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        let count = self.count();
        table_len(count).wrapping_add(elements_len::<F, _>(count, self.0.indexed()))
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        write_indexed(w, self.count(), self.0.indexed())
    }
}

/// A sequence that can be read after its count, with a table of offsets before its elements, which
/// are owned, or borrow from the input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "a type such as `wire::Seq0255` has its count already: write a `Vec` with `len = u8`"
)]
pub trait DecodeIndexed<'de, W = Own>: Sized {
    /// Reads the table and the elements. The count is untrusted.
    ///
    /// # Errors
    /// The errors of the elements; [`InvalidIndex`](DecodeErrorKind::InvalidIndex) at an
    /// entry that is not where its element ends.
    fn decode_indexed<F: Format>(r: &mut Reader<'de, F>, count: usize)
    -> Result<Self, DecodeError>;

    /// Like [`decode_indexed`](Self::decode_indexed), over an existing value; its memory is reused.
    ///
    /// # Errors
    /// The same as [`decode_indexed`](Self::decode_indexed).
    #[inline]
    fn decode_indexed_into<F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        *self = Self::decode_indexed(r, count)?;
        Ok(())
    }
}
