//! Where fields lay in the input.
#![forbid(unsafe_code)]

use core::ops::Range;

use crate::cursor::Cursor;

/// The type of a field with `#[codec(span)]`: what the field keeps of the place
/// where a run of fields lay. Such a field is not on the wire.
///
/// A `Range<usize>` keeps the byte offsets, `&[u8]` borrows the bytes, `Vec<u8>`
/// copies them, and `Bytes` keeps them alive by a count.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't keep the place of other fields",
    label = "`span` is for fields of type `Range<usize>`, `&[u8]`, `Vec<u8>` or `Bytes`"
)]
pub trait FromSpan<'de>: Sized {
    /// From the bytes of the run, and the offset of the first of them. The
    /// cursor belongs to the same input.
    fn from_span(cursor: &Cursor<'de>, offset: usize, bytes: &'de [u8]) -> Self;
}

impl<'de> FromSpan<'de> for Range<usize> {
    #[inline(always)]
    fn from_span(_cursor: &Cursor<'de>, offset: usize, bytes: &'de [u8]) -> Self {
        offset..offset + bytes.len()
    }
}

impl<'de> FromSpan<'de> for &'de [u8] {
    #[inline(always)]
    fn from_span(_cursor: &Cursor<'de>, _offset: usize, bytes: &'de [u8]) -> Self {
        bytes
    }
}

#[cfg(feature = "alloc")]
impl<'de> FromSpan<'de> for alloc::vec::Vec<u8> {
    #[inline]
    fn from_span(_cursor: &Cursor<'de>, _offset: usize, bytes: &'de [u8]) -> Self {
        bytes.into()
    }
}

#[cfg(feature = "bytes")]
impl<'de> FromSpan<'de> for bytes::Bytes {
    #[inline]
    fn from_span(cursor: &Cursor<'de>, _offset: usize, bytes: &'de [u8]) -> Self {
        cursor.share(bytes)
    }
}
