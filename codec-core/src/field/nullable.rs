//! Values that may be missing, whose length is signed and then -1.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::record::Value;
use crate::value::counted::{CountLimits, Counted, check_count, check_limit};
use crate::value::width::Width;
use crate::write::writer::Writer;

/// Reads a value after a length as wide as `W`, which is signed; -1 is none.
///
/// # Errors
/// [`LengthOverflow`](DecodeErrorKind::LengthOverflow) of another negative length,
/// [`LengthOverLimit`](DecodeErrorKind::LengthOverLimit),
/// [`LengthUnderLimit`](DecodeErrorKind::LengthUnderLimit), and those of `read`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_nullable<'de, F: Format, W: Width, T>(
    r: &mut Reader<'de, F>,
    limits: CountLimits,
    read: impl FnOnce(&mut Reader<'de, F>, usize) -> Result<T, DecodeError>,
) -> Result<Option<T>, DecodeError> {
    let start = r.offset();
    let word = W::read(r)?;
    if word == W::MAX {
        r.note_value(start, || Value::Absent);
        return Ok(None);
    }
    let len = if word > W::MAX / 2 { None } else { usize::try_from(word).ok() };
    let Some(len) = len else {
        return Err(DecodeError::new(DecodeErrorKind::LengthOverflow, start));
    };
    r.note_value(start, || Value::Length(len));
    let len = check_limit(r, start, len, limits)?;
    read(r, len).map(Some)
}

/// Writes a value after its length, or -1.
///
/// # Errors
/// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit),
/// [`LengthUnderLimit`](EncodeErrorKind::LengthUnderLimit), and those of the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_nullable<F: Format, W: Width, T: Counted>(
    w: &mut Writer<'_, F>,
    value: &Option<T>,
    limits: CountLimits,
) -> Result<(), EncodeError> {
    let Some(value) = value else { return W::write(w, W::MAX) };
    let count = value.count();
    check_count(w, count, limits)?;
    if count as u64 > W::MAX / 2 {
        return Err(w.error(EncodeErrorKind::LengthOverLimit));
    }
    W::write(w, count as u64)?;
    value.encode_content(w)
}

/// Encoded length of a value after its length, or of -1.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn nullable_len<F: Format, W: Width, T: Counted>(value: &Option<T>) -> usize {
    let content = value.as_ref().map_or(0, Counted::content_len::<F>);
    W::encoded_len(W::MAX).wrapping_add(content)
}
