//! Strings of their own, from text that was read; there may be no memory for them.
#![forbid(unsafe_code)]

use alloc::string::String;

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::raw;
use crate::read::reader::Reader;

/// A string of its own.
#[inline(always)]
pub(crate) fn owned<F: Format>(text: &str, r: &Reader<'_, F>) -> Result<String, DecodeError> {
    raw::string(text).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
}

/// Puts a text in the place of another one, whose memory is kept.
#[inline(always)]
pub(crate) fn replace<F: Format>(
    string: &mut String,
    text: &str,
    r: &Reader<'_, F>,
) -> Result<(), DecodeError> {
    raw::replace_string(string, text).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
}
