//! The bodies of the calls that users make on a format.
#![forbid(unsafe_code)]

use super::decode::Decodable;
use super::decode_ref::DecodableRef;
use super::encode::Encode;
#[cfg(feature = "alloc")]
use super::estimate::Estimate;
use super::varying::encode_field;
#[cfg(feature = "alloc")]
use super::varying::{Written, is_outlined};
#[cfg(feature = "alloc")]
use crate::error::EncodeErrorKind;
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::io::limits::Limits;
use crate::io::output::Output;
use crate::io::target::Target;
use crate::raw;
#[cfg(feature = "alloc")]
use crate::raw::{Fill, FillOutlined, Room};
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// Writes a value into an output and returns the output.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write<'w, F: Format, T: Encode + ?Sized>(
    value: &T,
    out: Output<'w>,
) -> Result<Output<'w>, EncodeError> {
    let mut w = Writer::<F>::new(out);
    encode_field(value, &mut w)?;
    Ok(w.into_output())
}

#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn to_vec<F: Format, T: Encode + ?Sized>(
    value: &T,
) -> Result<alloc::vec::Vec<u8>, EncodeError> {
    // A length may be found by writing, and what is written must not depend on an estimate.
    if const { F::RULES.estimates } {
        return to_vec::<F::Checked, T>(value);
    }
    let fixed = T::encoded_size::<F>().fixed;
    let written = Written::<F, T>::of(value);
    // Without optimisation, one function for all types rather than one for each.
    if cfg!(debug_assertions) || is_outlined::<F, T>(size_of_val(value)) {
        return fill_outlined(&written, fixed);
    }
    fill_vec(written.estimate(), fixed, || exact_len::<F, T>(value), written)
}

/// The exact length, when the estimate was too short.
#[cfg(feature = "alloc")]
#[cold]
fn exact_len<F: Format, T: Encode + ?Sized>(value: &T) -> usize {
    value.encoded_len::<F>()
}

/// A value of any type and format to encode: one function fills vectors with values that take so
/// long to encode that a call does not matter.
#[cfg(feature = "alloc")]
trait Whole: FillOutlined {
    /// The encoded length, or an estimate of it.
    fn estimate(&self) -> usize;

    /// The encoded length.
    fn exact(&self) -> usize;
}

#[cfg(feature = "alloc")]
impl<F: Format, T: Encode + ?Sized> Whole for Written<'_, F, T> {
    #[inline]
    fn estimate(&self) -> usize {
        if T::encoded_size::<F>().fixed {
            self.value.encoded_len::<F>()
        } else {
            self.value.encoded_len::<Estimate<F::Checked>>()
        }
    }

    #[inline]
    fn exact(&self) -> usize {
        self.value.encoded_len::<F>()
    }
}

#[cfg(feature = "alloc")]
impl Fill for &dyn Whole {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, mut room: Room<'_>) -> Result<Room<'_>, EncodeError> {
        room.outlined(self)?;
        Ok(room)
    }
}

/// Like [`fill_vec`], by calls.
#[cfg(feature = "alloc")]
#[inline(never)]
fn fill_outlined(value: &dyn Whole, counted: bool) -> Result<alloc::vec::Vec<u8>, EncodeError> {
    fill_vec(value.estimate(), counted, || value.exact(), value)
}

/// Fills a new vector of `len` bytes, and another one of the `exact` length when there was too
/// little room, unless that is `counted` already.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn fill_vec(
    mut len: usize,
    mut counted: bool,
    exact: impl Fn() -> usize,
    write: impl Fill + Copy,
) -> Result<alloc::vec::Vec<u8>, EncodeError> {
    loop {
        let Some(mut vec) = raw::vector(len) else {
            return Err(EncodeError::new(EncodeErrorKind::OutOfMemory, 0));
        };
        match raw::append_to_vec(&mut vec, len, write) {
            Ok(written) => {
                if len - written > written / 4 {
                    vec.shrink_to_fit();
                }
                return Ok(vec);
            }
            Err(error) if counted || error.kind() != EncodeErrorKind::BufferTooSmall => {
                return Err(error);
            }
            Err(_) => (len, counted) = (exact(), true),
        }
    }
}

#[inline]
pub(crate) fn encode_into<F: Format, T: Encode + ?Sized, B: Target + ?Sized>(
    value: &T,
    target: &mut B,
) -> Result<usize, EncodeError> {
    let size = T::encoded_size::<F>();
    if size.fixed {
        return target.write_with(size.min, |out| write::<F, T>(value, out));
    }
    let Some(copied) = value.copied::<F>() else {
        return target.write_again(|| value.encoded_len::<F>(), |out| write::<F, T>(value, out));
    };
    if copied > raw::SHORT {
        return long_outlined::<F, T, B>(value, target);
    }
    if value.encoded_len::<F>() > target.room() {
        return grown_outlined::<F, T, B>(value, target);
    }
    known::<F, T, B>(value, target)
}

/// Writes a value whose length is known at once.
#[cfg_attr(not(debug_assertions), inline(always))]
fn known<F: Format, T: Encode + ?Sized, B: Target + ?Sized>(
    value: &T,
    target: &mut B,
) -> Result<usize, EncodeError> {
    target.write_with(value.encoded_len::<F>(), |out| write::<F, T>(value, out))
}

/// Like [`known`], for a string or bytes whose copy is a call, for which registers are saved: a
/// short one is written without.
#[inline(never)]
fn long_outlined<F: Format, T: Encode + ?Sized, B: Target + ?Sized>(
    value: &T,
    target: &mut B,
) -> Result<usize, EncodeError> {
    if value.encoded_len::<F>() > target.room() {
        return grown_outlined::<F, T, B>(value, target);
    }
    known::<F, T, B>(value, target)
}

/// Like [`known`], for a target that has no room, or that doesn't know whether it has.
#[cold]
#[inline(never)]
fn grown_outlined<F: Format, T: Encode + ?Sized, B: Target + ?Sized>(
    value: &T,
    target: &mut B,
) -> Result<usize, EncodeError> {
    known::<F, T, B>(value, target)
}

/// Decodes by `$decode` from all that a cursor has. Not a function: `$decode` would be a
/// parameter of it, which is inlined only when it is short, even under `inline(always)`.
macro_rules! whole {
    ($cursor:expr, $decode:path) => {{
        let mut r = Reader::<F>::from_cursor($cursor);
        let value = $decode(&mut r)?;
        r.cursor().finish()?;
        Ok(value)
    }};
}

#[inline]
pub(crate) fn from_slice<F: Format, T: Decodable>(
    input: &[u8],
    limits: Limits,
) -> Result<T, DecodeError> {
    whole!(Cursor::new(input).with_limits(limits), T::decode)
}

#[inline]
pub(crate) fn from_slice_prefix<F: Format, T: Decodable>(
    input: &[u8],
) -> Result<(T, &[u8]), DecodeError> {
    let mut r = Reader::<F>::new(input);
    let value = T::decode(&mut r)?;
    Ok((value, r.cursor().rest()))
}

/// Decodes a whole value, where it is asked for: only the fields of fields are calls.
#[cfg_attr(not(debug_assertions), inline(always))]
fn decode_ref<'de, F: Format, T: DecodableRef<'de>>(
    r: &mut Reader<'de, F>,
) -> Result<T, DecodeError> {
    T::decode_ref_with(r, core::convert::identity)
}

#[inline]
pub(crate) fn from_slice_ref<'de, F: Format, T: DecodableRef<'de>>(
    input: &'de [u8],
    limits: Limits,
) -> Result<T, DecodeError> {
    whole!(Cursor::new(input).with_limits(limits), decode_ref)
}

#[inline]
pub(crate) fn from_slice_ref_prefix<'de, F: Format, T: DecodableRef<'de>>(
    input: &'de [u8],
) -> Result<(T, &'de [u8]), DecodeError> {
    let mut r = Reader::<F>::new(input);
    let value = decode_ref(&mut r)?;
    Ok((value, r.cursor().rest()))
}

#[cfg(feature = "bytes")]
#[inline]
pub(crate) fn from_bytes<F: Format, T: Decodable>(
    input: &bytes::Bytes,
    limits: Limits,
) -> Result<T, DecodeError> {
    whole!(Cursor::from_bytes(input).with_limits(limits), T::decode)
}

#[cfg(feature = "bytes")]
#[inline]
pub(crate) fn from_bytes_prefix<F: Format, T: Decodable>(
    input: &bytes::Bytes,
) -> Result<(T, bytes::Bytes), DecodeError> {
    let mut r = Reader::<F>::from_cursor(Cursor::from_bytes(input));
    let value = T::decode(&mut r)?;
    Ok((value, input.slice_ref(r.cursor().rest())))
}

#[inline]
pub(crate) fn decode_into<F: Format, T: Decodable>(
    value: &mut T,
    input: &[u8],
    limits: Limits,
) -> Result<(), DecodeError> {
    let mut r = Reader::<F>::from_cursor(Cursor::new(input).with_limits(limits));
    value.decode_into(&mut r)?;
    r.cursor().finish()
}
