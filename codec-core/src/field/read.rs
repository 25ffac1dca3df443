//! Reading a field that has attributes.
#![forbid(unsafe_code)]
#![expect(clippy::missing_errors_doc, reason = "errors that are not named are those of the fields")]

use super::computed::bytes_between;
use super::{FromSpan, Verdict};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// Reads through a function, whose errors stop only this much: the fields
/// of one variant, for one. Without optimisation it has a stack frame of its
/// own, so that a type that contains itself does not pay for all its
/// variants at every level.
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_scope<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    read: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    read(r)
}

/// The error of a tag at `start` that no variant has; a trace keeps which ones there are.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn unknown_tag<F: Format>(
    r: &mut Reader<'_, F>,
    start: usize,
    valid: &'static str,
) -> DecodeError {
    r.refuse(valid);
    DecodeError::new(DecodeErrorKind::InvalidTag, start)
}

/// The error of an id that no message has; a trace keeps which messages there are.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn unknown_message<F: Format>(r: &mut Reader<'_, F>, valid: &'static str) -> DecodeError {
    r.refuse(valid);
    r.error(DecodeErrorKind::UnknownMessage)
}

/// Applies the result of a check to a value that starts at `start`.
///
/// # Errors
/// [`CheckFailed`](DecodeErrorKind::CheckFailed); a trace keeps what was wrong.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_value<F: Format>(
    r: &mut Reader<'_, F>,
    start: usize,
    verdict: impl Verdict,
) -> Result<(), DecodeError> {
    match verdict.refusal() {
        None => Ok(()),
        Some(message) => {
            r.refuse(message);
            Err(DecodeError::new(DecodeErrorKind::CheckFailed, start))
        }
    }
}

/// Applies the result of a check to a value that is written.
///
/// # Errors
/// [`InvalidValue`](EncodeErrorKind::InvalidValue).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_written<F: Format>(
    w: &Writer<'_, F>,
    verdict: impl Verdict,
) -> Result<(), EncodeError> {
    match verdict.refusal() {
        None => Ok(()),
        Some(_) => Err(w.error(EncodeErrorKind::InvalidValue)),
    }
}

/// The answer of a closure, whose parameter has its type from here.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn verdict_by<T: ?Sized, V: Verdict>(value: &T, check: impl FnOnce(&T) -> V) -> V {
    check(value)
}

/// Keeps in `value` what lay between two offsets, both seen since `from`.
///
/// # Errors
/// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when they did not: a
/// foreign implementation may have put another reader in place;
/// [`OutOfMemory`](DecodeErrorKind::OutOfMemory).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn keep_span<'de, F: Format, S: FromSpan<'de>>(
    r: &mut Reader<'de, F>,
    value: &mut S,
    from: &Cursor<'de>,
    start: usize,
    end: usize,
) -> Result<(), DecodeError> {
    if Reader::<F>::FETCHES && !S::LOOKS {
        return value.keep_span(from, start, &[]);
    }
    let bytes = bytes_between(r, from, start, end)?;
    if S::COPIES {
        r.cursor_mut().charge_copy(bytes.len())?;
    }
    value.keep_span(from, start, bytes)
}

/// Reads and writes under another format with the same record.
macro_rules! ordered {
    ($read:ident $write:ident $format:ident $attribute:literal) => {
        #[doc = concat!("Reads with integers of fixed width, for `", $attribute, "`.")]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $read<'de, F: Format, T>(
            r: &mut Reader<'de, F>,
            read: impl FnOnce(&mut Reader<'de, F::$format>) -> Result<T, DecodeError>,
        ) -> Result<T, DecodeError> {
            let supply = r.take_supply();
            let mut other =
                Reader::from_parts(r.cursor().clone(), r.take_state()).with_supply(supply);
            let outcome = read(&mut other);
            let (cursor, state) = other.into_parts();
            *r = Reader::from_parts(cursor, state).with_supply(supply);
            outcome
        }

        #[doc = concat!("Writes with integers of fixed width, for `", $attribute, "`.")]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $write<'w, F: Format>(
            w: &mut Writer<'w, F>,
            write: impl FnOnce(&mut Writer<'w, F::$format>) -> Result<(), EncodeError>,
        ) -> Result<(), EncodeError> {
            let mut other = Writer::new(w.take_output());
            let outcome = write(&mut other);
            *w = Writer::new(other.into_output());
            outcome
        }
    };
}

ordered!(read_big_endian write_big_endian Big "#[codec(be)]");
ordered!(read_little_endian write_little_endian Little "#[codec(le)]");
