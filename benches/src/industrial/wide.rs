//! A `str` in UTF-16, little-endian, after a count of code units in four bytes: the
//! module of a field with `#[codec(with = wide)]`. Nothing is converted in memory;
//! the units go out one by one.
#![forbid(unsafe_code)]

use codec_core::{EncodeError, EncodeErrorKind, Format, Size, Writer};

/// The count is always present.
#[must_use]
pub fn size<F: Format>() -> Size {
    Size::at_least(4)
}

/// The count and two bytes per unit.
#[must_use]
pub fn encoded_len<F: Format>(text: &&str) -> usize {
    4 + 2 * text.encode_utf16().count()
}

/// Writes the count and the units.
///
/// # Errors
/// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit) when the count does not
/// fit, and when there is no space left.
pub fn encode<F: Format>(text: &&str, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
    let count = u32::try_from(text.encode_utf16().count());
    let count = count.map_err(|_| w.error(EncodeErrorKind::LengthOverLimit))?;
    w.array(&count.to_le_bytes())?;
    text.encode_utf16().try_for_each(|unit| w.array(&unit.to_le_bytes()))
}
