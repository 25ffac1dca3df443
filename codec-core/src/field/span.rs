//! Positions of fields in the input.
#![forbid(unsafe_code)]

use core::ops::Range;

use crate::error::DecodeError;
use crate::io::cursor::Cursor;

/// The type of a field with `#[codec(span)]`: what the field keeps of the place
/// where a run of fields lay. Such a field is not on the wire.
///
/// A `Range<usize>` keeps the byte offsets, `&[u8]` borrows the bytes, `Vec<u8>`
/// copies them, and `Bytes` is a reference-counted slice of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't hold the position or the bytes of other fields",
    label = "`span` is for fields of type `Range<usize>`, `&[u8]`, `Vec<u8>` or `Bytes`"
)]
pub trait FromSpan<'de>: Default {
    /// `true` if it looks at the bytes. If it doesn't, it may be given others, or none.
    const LOOKS: bool = true;

    /// `true` if it copies the bytes, where they are not reference-counted. The copy is charged
    /// against the limits of the decode.
    const COPIES: bool = false;

    /// Keeps what there is to keep of a run: of its bytes, and of the offset of the
    /// first of them. The cursor belongs to the same input. Memory that the value has
    /// is used again.
    ///
    /// # Errors
    /// [`OutOfMemory`](crate::DecodeErrorKind::OutOfMemory).
    fn keep_span(
        &mut self,
        cursor: &Cursor<'de>,
        offset: usize,
        bytes: &'de [u8],
    ) -> Result<(), DecodeError>;
}

impl<'de> FromSpan<'de> for Range<usize> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep_span(
        &mut self,
        _cursor: &Cursor<'de>,
        offset: usize,
        bytes: &'de [u8],
    ) -> Result<(), DecodeError> {
        *self = offset..offset + bytes.len();
        Ok(())
    }
}

impl<'de> FromSpan<'de> for &'de [u8] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep_span(
        &mut self,
        _cursor: &Cursor<'de>,
        _offset: usize,
        bytes: &'de [u8],
    ) -> Result<(), DecodeError> {
        *self = bytes;
        Ok(())
    }
}

#[cfg(feature = "alloc")]
impl<'de> FromSpan<'de> for alloc::vec::Vec<u8> {
    const COPIES: bool = true;

    #[inline]
    fn keep_span(
        &mut self,
        cursor: &Cursor<'de>,
        _offset: usize,
        bytes: &'de [u8],
    ) -> Result<(), DecodeError> {
        self.clear();
        if crate::raw::room_for(self, bytes.len()).is_none() {
            return Err(cursor.error(crate::DecodeErrorKind::OutOfMemory));
        }
        self.extend_from_slice(bytes);
        Ok(())
    }
}

#[cfg(feature = "bytes")]
impl<'de> FromSpan<'de> for bytes::Bytes {
    const COPIES: bool = true;

    #[inline]
    fn keep_span(
        &mut self,
        cursor: &Cursor<'de>,
        _offset: usize,
        bytes: &'de [u8],
    ) -> Result<(), DecodeError> {
        cursor.share(bytes).map(|own| *self = own)
    }
}
