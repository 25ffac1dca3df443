//! Fields that are computed from others when encoding, and verified when decoding.
#![forbid(unsafe_code)]

use core::mem::MaybeUninit;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// The value of a computed field that is there under a condition.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn computed_if<T>(
    present: Option<bool>,
    value: impl FnOnce() -> Option<T>,
) -> Option<Option<T>> {
    if present? { value().map(Some) } else { Some(None) }
}

/// Returns the computed value.
///
/// # Errors
/// [`IntegerOutOfRange`](EncodeErrorKind::IntegerOutOfRange) when it does not fit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn computed<F: Format, T>(w: &Writer<'_, F>, value: Option<T>) -> Result<T, EncodeError> {
    value.ok_or_else(|| w.error(EncodeErrorKind::IntegerOutOfRange))
}

/// Returns all bytes that were written so far.
///
/// # Errors
/// [`ForeignWriter`](EncodeErrorKind::ForeignWriter) when some are elsewhere.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn written<'s, F: Format>(w: &'s mut Writer<'_, F>) -> Result<&'s [u8], EncodeError> {
    let (len, error) = (w.written(), w.error(EncodeErrorKind::ForeignWriter));
    let all = &*w.output().written_since(0);
    if all.len() == len { Ok(all) } else { Err(error) }
}

/// The bytes from one field to another, each seen in `all`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn run_of(all: &[u8], begin: usize, end: usize) -> &[u8] {
    all.get(begin..end).unwrap_or_default()
}

/// The most bytes that a field computed of bytes takes.
const LONGEST: usize = 128;

/// Writes a value over the one that takes the bytes from `begin` to `end`.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when it has another length,
/// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall) beyond 128 bytes, and those of `write`.
#[inline]
pub fn write_over<F: Format>(
    w: &mut Writer<'_, F>,
    begin: usize,
    end: usize,
    write: impl FnOnce(&mut Writer<'_, F>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let mut room = [MaybeUninit::uninit(); LONGEST];
    let mut value = Writer::<F>::new(Output::new(&mut room));
    write(&mut value).map_err(|error| EncodeError::new(error.kind(), begin))?;
    let value = value.output().written_since(0);
    match w.output().written_since(begin).get_mut(..value.len()) {
        Some(place) if begin.checked_add(value.len()) == Some(end) => place.copy_from_slice(value),
        _ => return Err(w.error(EncodeErrorKind::InconsistentFields)),
    }
    Ok(())
}

/// The bytes from one field to another, seen since `from`.
///
/// # Errors
/// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when a foreign implementation has put
/// another reader in place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn bytes_between<'de, F: Format>(
    r: &Reader<'de, F>,
    from: &Cursor<'de>,
    begin: usize,
    end: usize,
) -> Result<&'de [u8], DecodeError> {
    let bytes = r.between(from.offset(), from.rest(), begin..end);
    bytes.ok_or_else(|| r.error(DecodeErrorKind::UnexpectedEnd))
}

/// Returns whether a field is what is computed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_computed<T: PartialEq>(found: &T, value: Option<T>) -> bool {
    value.is_some_and(|value| value == *found)
}

/// Like [`is_computed`], for a field that is not always there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_computed_if<T: PartialEq>(found: &Option<T>, value: impl FnOnce() -> Option<T>) -> bool {
    found.as_ref().is_none_or(|found| is_computed(found, value()))
}

/// The error of the field `field` of the type `of`, at `start`, that is not what is computed.
///
/// # Errors
/// [`CheckFailed`](DecodeErrorKind::CheckFailed); a trace keeps what was wrong.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_computed<F: Format>(
    r: &mut Reader<'_, F>,
    (of, field): (&'static str, &'static str),
    start: usize,
    is_computed: bool,
) -> Result<(), DecodeError> {
    if is_computed {
        return Ok(());
    }
    r.enter(of, field);
    r.refuse("not what is computed of other fields");
    Err(DecodeError::new(DecodeErrorKind::CheckFailed, start))
}

/// A limit that an expression over other fields gives. One that does not fit `usize` lets
/// nothing pass.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn most<N: TryInto<usize>>(limit: N) -> usize {
    limit.try_into().unwrap_or(0)
}

/// Like [`most`], for the smallest value that passes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn least<N: TryInto<usize>>(limit: N) -> usize {
    limit.try_into().unwrap_or(usize::MAX)
}
