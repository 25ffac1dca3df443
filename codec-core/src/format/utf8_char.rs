//! A character as its UTF-8 bytes.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind};
use crate::io::cursor::Cursor;

/// Reads a character as its UTF-8 bytes without a length: the first byte says
/// how many there are.
#[inline]
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
    let offset = cursor.offset();
    let invalid = || DecodeError::new(DecodeErrorKind::InvalidChar, offset);
    let len = match cursor.rest().first() {
        Some(0x00..=0x7f) | None => 1,
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        Some(_) => return Err(invalid()),
    };
    let bytes = cursor.take(len)?;
    let text = core::str::from_utf8(bytes).map_err(|_| invalid())?;
    text.chars().next().ok_or_else(invalid)
}
