//! Bytes between fields that belong to no value.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::counted::count;
use crate::write::writer::Writer;

/// Skips `len` bytes, whatever their values.
///
/// # Errors
/// [`LengthOverflow`](DecodeErrorKind::LengthOverflow) of what is no length,
/// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd); under [`Strict`](crate::Strict)
/// [`NonCanonical`](DecodeErrorKind::NonCanonical) at the first that is not zero.
#[inline]
pub fn skip_padding<F: Format, N: TryInto<usize>>(
    r: &mut Reader<'_, F>,
    len: N,
) -> Result<(), DecodeError> {
    let (start, len) = (r.offset(), count(r, len)?);
    let padding = r.take(len)?;
    match padding.iter().position(|byte| *byte != 0) {
        Some(index) if F::RULES.strict => {
            Err(DecodeError::new(DecodeErrorKind::NonCanonical, start + index))
        }
        _ => Ok(()),
    }
}

/// Writes `len` zero bytes.
///
/// # Errors
/// [`IntegerOutOfRange`](EncodeErrorKind::IntegerOutOfRange) of what is no length,
/// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
#[inline]
pub fn write_padding<F: Format, N: TryInto<usize>>(
    w: &mut Writer<'_, F>,
    len: N,
) -> Result<(), EncodeError> {
    const ZEROS: [u8; 32] = [0; 32];
    let mut left = len.try_into().map_err(|_| w.error(EncodeErrorKind::IntegerOutOfRange))?;
    while let Some(rest) = left.checked_sub(ZEROS.len()) {
        w.array(&ZEROS)?;
        left = rest;
    }
    w.bytes(&ZEROS[..left])
}

/// Skips what is missing to a multiple of `align`, counted from `base`.
///
/// # Errors
/// The same as [`skip_padding`].
#[inline]
pub fn skip_gap<F: Format, N: TryInto<usize>>(
    r: &mut Reader<'_, F>,
    base: usize,
    align: N,
) -> Result<(), DecodeError> {
    let align = count(r, align)?;
    skip_padding(r, gap(r.offset().wrapping_sub(base), align))
}

/// Writes zero bytes up to a multiple of `align`, counted from `base`.
///
/// # Errors
/// The same as [`write_padding`].
#[inline]
pub fn write_gap<F: Format, N: TryInto<usize>>(
    w: &mut Writer<'_, F>,
    base: usize,
    align: N,
) -> Result<(), EncodeError> {
    let align = align.try_into().map_err(|_| w.error(EncodeErrorKind::IntegerOutOfRange))?;
    write_padding(w, gap(w.written().wrapping_sub(base), align))
}

/// Number of bytes that are missing at a position to a multiple of `align`; none if that is 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn gap(position: usize, align: usize) -> usize {
    match position.checked_rem(align) {
        None | Some(0) => 0,
        Some(over) => align - over,
    }
}
