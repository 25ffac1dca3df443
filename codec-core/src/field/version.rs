//! Structs that carry their version, so that older and newer programs can read them.
#![forbid(unsafe_code)]

use super::delimited::Around;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::io::cursor::Cursor;
use crate::io::target::Target;
use crate::read::fetch::by_cursor;
use crate::read::reader::Reader;
use crate::record::Value;
use crate::write::writer::Writer;

/// The version of a type, and the oldest that reads its values: 0, if all do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    own: u32,
    oldest: u32,
}

impl From<u32> for Versions {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(own: u32) -> Self {
        Self { own, oldest: 0 }
    }
}

impl From<(u32, u32)> for Versions {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from((own, oldest): (u32, u32)) -> Self {
        Self { own, oldest }
    }
}

/// Reads the version that a versioned value begins with.
pub(crate) fn peek_version<F: Format>(input: &[u8]) -> Result<u32, DecodeError> {
    let mut input = Cursor::new(input);
    match F::read_int::<u32>(&mut input)? {
        0 => F::read_int::<u32>(&mut input),
        version => Ok(version),
    }
}

/// Reads a version, the length of a body, and the body, whose fields `read`
/// takes as they were at that version. What a newer program added at the end
/// is skipped. Generated code calls this for `#[codec(version = ..)]`.
///
/// # Errors
/// [`InvalidVersion`](DecodeErrorKind::InvalidVersion) for version 0,
/// [`UnreadableVersion`](DecodeErrorKind::UnreadableVersion) for a value that only newer types read,
/// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) at the end of a body
/// that is too short for its version. Under
/// [`Strict`](crate::format::Strict) also
/// [`NonCanonical`](DecodeErrorKind::NonCanonical) for a version other than
/// `known` and for a body that is longer than its fields.
#[inline]
pub fn read_versioned<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    known: impl Into<Versions>,
    read: impl FnOnce(&mut Reader<'de, F>, u32) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    const { Unsupported::refuse(F::RULES.unsupported.version) };
    let (version, len) = read_head(r, known.into())?;
    let around = Around::open(r, len)?;
    let value = read(r, version);
    let left = around.close(r, value.is_ok());
    if F::RULES.strict && value.is_ok() && left.remaining() > 0 {
        return Err(left.error(DecodeErrorKind::NonCanonical));
    }
    value
}

/// Reads a version and the length of a body. A separate function, whose frame is gone where
/// versioned values nest.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_head<F: Format>(
    r: &mut Reader<'_, F>,
    known: Versions,
) -> Result<(u32, usize), DecodeError> {
    let start = r.offset();
    let version = by_cursor!(F: r, F::int_size::<u32>().min, F::read_int::<u32>)?;
    r.note_value(start, || Value::Unsigned(version.into()));
    let versions = if version == 0 { marked(r, start, known)? } else { version.into() };
    if F::RULES.strict && versions != known {
        return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
    }
    Ok((versions.own, r.length()?))
}

/// Reads the version and the oldest reader of a value that begins with 0 at `start`: neither
/// version 0 nor an oldest reader before version 2 is ever written so.
#[cold]
fn marked<F: Format>(
    r: &mut Reader<'_, F>,
    start: usize,
    known: Versions,
) -> Result<Versions, DecodeError> {
    let invalid = DecodeError::new(DecodeErrorKind::InvalidVersion, start);
    let own = r.int::<u32>()?;
    if own == 0 {
        return Err(invalid);
    }
    let at = r.offset();
    let oldest = r.int::<u32>()?;
    if !(2..=own).contains(&oldest) {
        return Err(invalid);
    }
    if known.own < oldest {
        return Err(r.refuse_version(at, oldest, known.own));
    }
    Ok(Versions { own, oldest })
}

/// Returns where a field begins of which [`check_retired`] asks what it held.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn field_start<'de, F: Format>(r: &Reader<'de, F>) -> FieldStart<'de> {
    FieldStart { start: r.offset(), input: r.cursor().rest() }
}

/// Compares the bytes that were read since `field` with those that are written
/// for a retired field, under [`Strict`](crate::format::Strict) alone.
/// Generated code calls this for `#[codec(retired = ..)]`.
///
/// Without `alloc`, a field of more than 256 bytes is refused.
///
/// # Errors
/// [`NonCanonical`](DecodeErrorKind::NonCanonical) where the field begins.
#[inline]
pub fn check_retired<'de, F: Format>(
    r: &Reader<'de, F>,
    field: FieldStart<'de>,
    write: impl FnOnce(&mut Writer<'_, F>) -> Result<(), EncodeError>,
) -> Result<(), DecodeError> {
    if const { !F::RULES.strict } {
        return Ok(());
    }
    let held = r.since(field.start, field.input);
    let len = held.len();
    #[cfg(feature = "alloc")]
    let Some(mut bytes) = crate::raw::vector(len) else {
        return Err(r.error(DecodeErrorKind::OutOfMemory));
    };
    #[cfg(feature = "alloc")]
    bytes.resize(len, 0);
    #[cfg(not(feature = "alloc"))]
    let mut bytes = [0; 256];
    let written = bytes[..].write_with(len, |out| {
        let mut w = Writer::<F>::new(out);
        write(&mut w)?;
        Ok(w.into_output())
    });
    if written == Ok(len) && bytes[..len] == *held {
        return Ok(());
    }
    Err(DecodeError::new(DecodeErrorKind::NonCanonical, field.start))
}

/// The position at which a field begins.
#[derive(Debug, Clone, Copy)]
pub struct FieldStart<'de> {
    start: usize,
    input: &'de [u8],
}

/// Writes a version, the length of a body of `len` bytes, and the body.
/// Generated code calls this for `#[codec(version = ..)]`.
///
/// # Errors
/// The errors of `write`.
#[inline]
pub fn write_versioned<'w, F: Format>(
    w: &mut Writer<'w, F>,
    versions: impl Into<Versions>,
    len: usize,
    write: impl FnOnce(&mut Writer<'w, F>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    const { Unsupported::refuse(F::RULES.unsupported.version) };
    write_head(w, versions.into(), len)?;
    write(w)
}

/// Writes a version, and the length of a body. A separate function, as [`read_head`] is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_head<F: Format>(
    w: &mut Writer<'_, F>,
    versions: Versions,
    len: usize,
) -> Result<(), EncodeError> {
    if versions.oldest != 0 {
        w.int(0u32)?;
    }
    w.int(versions.own)?;
    if versions.oldest != 0 {
        w.int(versions.oldest)?;
    }
    w.length(len)
}

/// Like [`write_versioned`], for a body whose length is known once it is
/// written: that of a borrowed or shared form, which would be read for its length at
/// every level that it is nested in. Generated code calls this.
///
/// # Errors
/// The errors of `write`.
#[inline]
pub fn write_versioned_by_writing<'w, F: Format>(
    w: &mut Writer<'w, F>,
    versions: impl Into<Versions>,
    write: impl FnOnce(&mut Writer<'w, F>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    const { Unsupported::refuse(F::RULES.unsupported.version) };
    let mark = w.written();
    write(w)?;
    let len = w.written().saturating_sub(mark);
    write_head(w, versions.into(), len)?;
    let written = w.output().written_since(mark);
    if written.len() < len {
        return Err(w.error(EncodeErrorKind::ForeignWriter));
    }
    written.rotate_left(len);
    Ok(())
}

/// The size of a versioned value, whatever its fields: a program that wrote
/// another version may have sent fewer.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn versioned_size<F: Format>() -> Size {
    Size::at_least(F::int_size::<u32>().min.saturating_add(F::len_size().min))
}

/// Encoded length of a versioned value with a body of `len` bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn versioned_len<F: Format>(versions: impl Into<Versions>, len: usize) -> usize {
    let Versions { own, oldest } = versions.into();
    let mark = if oldest == 0 { 0 } else { F::int_len(0u32).wrapping_add(F::int_len(oldest)) };
    mark.wrapping_add(F::int_len(own)).wrapping_add(F::len_len(len)).wrapping_add(len)
}
