//! Fields whose presence depends on other fields.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// Reads a value when it is present. Generated code calls this for
/// `#[codec(if = ..)]`.
///
/// # Errors
/// The errors of `read`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_present_if<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    present: bool,
    read: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<Option<T>, DecodeError> {
    if present { read(r).map(Some) } else { Ok(None) }
}

/// Like [`read_present_if`], into an existing value.
///
/// # Errors
/// The errors of `read` and `read_into`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_present_if_into<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    present: bool,
    value: &mut Option<T>,
    read: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>,
    read_into: impl FnOnce(&mut Reader<'de, F>, &mut T) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    match value {
        Some(value) if present => read_into(r, value),
        _ => {
            *value = read_present_if(r, present, read)?;
            Ok(())
        }
    }
}

/// Writes a value if other fields say that it is present; otherwise it must be its default.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when it is another value, and those of
/// `write`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_or_default<'w, F: Format, T: PartialEq>(
    w: &mut Writer<'w, F>,
    present: bool,
    value: &T,
    default: impl FnOnce() -> Option<T>,
    write: impl FnOnce(&mut Writer<'w, F>, &T) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    match present {
        true => write(w, value),
        false if default().as_ref() == Some(value) => Ok(()),
        false => Err(w.error(EncodeErrorKind::InconsistentFields)),
    }
}

/// Writes a value that other fields say is present, or is not.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when the
/// value says otherwise, and those of `write`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_present_if<'w, F: Format, T>(
    w: &mut Writer<'w, F>,
    present: bool,
    value: &Option<T>,
    write: impl FnOnce(&mut Writer<'w, F>, &T) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    match value {
        Some(value) if present => write(w, value),
        None if !present => Ok(()),
        _ => Err(w.error(EncodeErrorKind::InconsistentFields)),
    }
}
