//! Bytes between fields that belong to no value.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// Skips `len` bytes, whatever their values.
///
/// # Errors
/// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd); under [`Strict`](crate::Strict)
/// [`NonCanonical`](DecodeErrorKind::NonCanonical) at the first that is not zero.
#[inline]
pub fn skip_padding<F: Format>(r: &mut Reader<'_, F>, len: usize) -> Result<(), DecodeError> {
    let start = r.offset();
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
/// [`BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall).
#[inline]
pub fn write_padding<F: Format>(w: &mut Writer<'_, F>, len: usize) -> Result<(), EncodeError> {
    const ZEROS: [u8; 32] = [0; 32];
    let mut left = len;
    while let Some(rest) = left.checked_sub(ZEROS.len()) {
        w.array(&ZEROS)?;
        left = rest;
    }
    w.bytes(&ZEROS[..left])
}

/// How many bytes are missing at a position to a multiple of `align`; none of 0.
#[inline(always)]
pub const fn gap(position: usize, align: usize) -> usize {
    match position.checked_rem(align) {
        None | Some(0) => 0,
        Some(over) => align - over,
    }
}
