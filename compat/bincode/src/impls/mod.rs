//! Types of `core`, `alloc` and `std`, each with all of its impls.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
mod alloc;
mod atomics;
mod bytes;
mod cells;
mod choices;
#[cfg(feature = "alloc")]
mod collections;
mod floats;
#[cfg(feature = "std")]
mod hashed;
mod integers;
#[cfg(feature = "std")]
mod net;
mod scalars;
#[cfg(feature = "std")]
mod std;
mod tuples;

pub(crate) use scalars::Scalar;

use crate::config::Wire;
use crate::de::Decoder;
use crate::de::read::Reader as _;
use crate::enc::Encoder;
use crate::enc::write::Writer as _;
use crate::error::{DecodeError, EncodeError, IntegerType};

/// The format of a decoder.
type FormatOf<D> = <<D as Decoder>::C as Wire>::Format;

/// The format of an encoder.
type FormatTo<E> = <<E as Encoder>::C as Wire>::Format;

/// Reads a length.
#[inline]
pub(crate) fn decode_len<D: Decoder>(decoder: &mut D) -> Result<usize, DecodeError> {
    decoder.claim_bytes_read(8)?;
    let len = decoder.reader().int::<FormatOf<D>, u64>(IntegerType::U64)?;
    usize::try_from(len).map_err(|_| DecodeError::OutsideUsizeRange(len))
}

/// Writes a length.
#[inline]
pub(crate) fn encode_len<E: Encoder>(len: usize, encoder: &mut E) -> Result<(), EncodeError> {
    encoder.writer().scalar::<FormatTo<E>, u64>(len as u64)
}

/// Reads the tag of an option.
#[inline]
pub(crate) fn decode_option_tag<D: Decoder>(
    decoder: &mut D,
    type_name: &'static str,
) -> Result<bool, DecodeError> {
    match integers::byte(decoder)? {
        0 => Ok(false),
        1 => Ok(true),
        found => Err(unexpected(found.into(), 1, type_name)),
    }
}

/// The error for a tag over `max`, which is 1 or 2.
#[cold]
fn unexpected(found: u32, max: u32, type_name: &'static str) -> DecodeError {
    use crate::error::AllowedEnumVariants::Range;
    let allowed = if max == 1 { &Range { min: 0, max: 1 } } else { &Range { min: 0, max: 2 } };
    DecodeError::UnexpectedVariant { type_name, allowed, found }
}
