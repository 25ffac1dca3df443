//! The table of offsets of an indexed sequence: where each element ends.
//!
//! It stands before the elements, one entry for each: the number of bytes from the first byte of
//! the elements to the end of this one, as 32 bits, little-endian, in every format. The last entry
//! is the length of all elements.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// Bytes of an entry.
const WIDTH: usize = 4;

/// Bytes of a table of so many entries.
#[inline(always)]
pub(crate) const fn table_len(count: usize) -> usize {
    count.saturating_mul(WIDTH)
}

/// A table. It may be one that is not that of any elements: it was read from an input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offsets<'de> {
    table: &'de [u8],
}

impl<'de> Offsets<'de> {
    /// A table in these bytes.
    #[inline(always)]
    pub(crate) const fn new(table: &'de [u8]) -> Self {
        Self { table }
    }

    /// Its bytes.
    #[inline(always)]
    pub(crate) const fn bytes(self) -> &'de [u8] {
        self.table
    }

    /// Where the element at `index` begins; `None` without such an entry.
    #[inline(always)]
    pub(crate) fn start(self, index: usize) -> Option<usize> {
        match index.checked_sub(1) {
            Some(before) => self.end(before),
            None => Some(0),
        }
    }

    /// Where it ends.
    #[inline(always)]
    pub(crate) fn end(self, index: usize) -> Option<usize> {
        let entry = self.table.get(index.checked_mul(WIDTH)?..)?.first_chunk::<WIDTH>()?;
        usize::try_from(u32::from_le_bytes(*entry)).ok()
    }

    /// The length of all elements.
    #[inline(always)]
    pub(crate) fn total(self) -> usize {
        match self.table.last_chunk::<WIDTH>() {
            Some(entry) => usize::try_from(u32::from_le_bytes(*entry)).unwrap_or(usize::MAX),
            None => 0,
        }
    }
}

/// The entries of a table while its elements are read.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'de> {
    offsets: Offsets<'de>,
    /// Offset in the input of the table.
    table: usize,
    /// That of the elements.
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

    /// The table.
    #[inline(always)]
    pub(crate) const fn offsets(&self) -> Offsets<'de> {
        self.offsets
    }

    /// Checks that the element at `index` ends where the reader is.
    ///
    /// # Errors
    /// [`InvalidIndex`](DecodeErrorKind::InvalidIndex) at the entry.
    #[inline(always)]
    pub(crate) fn check(&self, index: usize, end: usize) -> Result<(), DecodeError> {
        if self.offsets.end(index) == end.checked_sub(self.elements) {
            return Ok(());
        }
        let entry = self.table.saturating_add(table_len(index));
        Err(DecodeError::new(DecodeErrorKind::InvalidIndex, entry))
    }

    /// Checks that each of `count` elements has `size` bytes.
    ///
    /// # Errors
    /// [`InvalidIndex`](DecodeErrorKind::InvalidIndex) at the first entry that says another end.
    #[inline]
    pub(crate) fn check_all(&self, count: usize, size: usize) -> Result<(), DecodeError> {
        let mut end = self.elements;
        (0..count).try_for_each(|index| {
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
pub(crate) fn write_indexed<F: Format, T: Encode>(
    w: &mut Writer<'_, F>,
    count: usize,
    items: impl Iterator<Item = T>,
) -> Result<(), EncodeError> {
    w.ensure(table_len(count))?;
    let table = w.written();
    (0..count).try_for_each(|_| w.array(&[0; WIDTH]))?;
    let elements = w.written();
    w.hoisted(|w| {
        items.enumerate().try_for_each(|(index, item)| {
            item.encode(w)?;
            let end = w.written().saturating_sub(elements);
            let Ok(end) = u32::try_from(end) else {
                return Err(w.error(EncodeErrorKind::LengthOverLimit));
            };
            let since = w.output().written_since(table.saturating_add(table_len(index)));
            match since.first_chunk_mut::<WIDTH>() {
                Some(entry) => *entry = end.to_le_bytes(),
                None => return Err(w.error(EncodeErrorKind::ForeignWriter)),
            }
            Ok(())
        })
    })
}
