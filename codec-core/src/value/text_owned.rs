//! Owned strings, copied from the input; an error where there is no memory for them.
#![forbid(unsafe_code)]

use alloc::string::String;

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::raw;
use crate::read::reader::Reader;

/// An owned string.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn owned<F: Format>(text: &str, r: &Reader<'_, F>) -> Result<String, DecodeError> {
    raw::string(text).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
}

/// Replaces a string by another one, and keeps its memory.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn replace<F: Format>(
    string: &mut String,
    text: &str,
    r: &Reader<'_, F>,
) -> Result<(), DecodeError> {
    raw::replace_string(string, text).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
}
