//! Sequences of plain old data, by the traits of `zerocopy`: read in place.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Deref;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::adapter::{DecodeWith, EncodeWith};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// The adapter for sequences whose elements have the same bytes on the wire as in memory: after
/// their count, encoded as the format does, all of them take one copy when encoded and when decoded
/// into a `Vec`, and none when decoded into a `&[T]`, at any offset.
///
/// The elements have `zerocopy`'s traits, [`Unaligned`] among them: so they are made of bytes and
/// of its integers of a given byte order (`U32<LittleEndian>`), and the wire is the same on every
/// machine. It is that of the elements, in every format; `be` and `le` don't change it.
///
/// ```
/// use codec_core::field::InPlace;
/// use codec_core::{Decode, Encode, Format, Postcard};
/// use zerocopy::byteorder::little_endian::{F32, U16};
/// use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// #[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
/// #[repr(C)]
/// struct Sample { channel: U16, level: F32 }
///
/// #[derive(Encode, Decode)]
/// struct Samples { #[codec(as = InPlace)] list: Vec<Sample> }
///
/// #[derive(Encode, Decode)]
/// struct SamplesView<'a> { #[codec(borrow, as = InPlace)] list: &'a [Sample] }
///
/// let list = vec![Sample { channel: U16::new(1), level: F32::new(0.5) }];
/// let bytes = Postcard::to_vec(&Samples { list: list.clone() })?;
/// assert_eq!(bytes, [1, 1, 0, 0, 0, 0, 0x3f]);
/// let view: SamplesView<'_> = Postcard::from_slice_ref(&bytes)?;
/// assert_eq!(view.list, list);
/// assert_eq!(view.list.as_ptr().cast(), bytes[1..].as_ptr());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct InPlace;

/// Encodes vectors, slices and other types that dereference to a slice.
impl<T, S> EncodeWith<S> for InPlace
where
    T: IntoBytes + Immutable + Unaligned,
    S: Deref<Target = [T]>,
{
    sizes!(encoded_size: Size::at_least(F::len_size().min));

    #[inline]
    fn encoded_len<F: Format>(value: &S) -> usize {
        F::len_len(value.len()).wrapping_add(size_of_val(&**value))
    }

    #[inline]
    fn encode<F: Format>(value: &S, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.sequence) };
        w.length(value.len())?;
        w.bytes(value.as_bytes())
    }
}

impl<'de, T> DecodeWith<'de, &'de [T]> for InPlace
where
    T: FromBytes + Immutable + KnownLayout + Unaligned,
{
    sizes!(size: Size::at_least(F::len_size().min));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'de, F>) -> Result<&'de [T], DecodeError> {
        let start = r.offset();
        let (bytes, count) = read::<F, T>(r)?;
        elements(bytes, count, start)
    }
}

/// The bytes of elements, and how many these are.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read<'de, F: Format, T>(r: &mut Reader<'de, F>) -> Result<(&'de [u8], usize), DecodeError> {
    const { Unsupported::refuse(F::RULES.unsupported.sequence) };
    const { assert!(size_of::<T>() > 0, "zero-length elements can't be read in place") };
    let start = r.offset();
    let count = r.length()?;
    match count.checked_mul(size_of::<T>()) {
        Some(len) => Ok((r.take(len)?, count)),
        None => Err(DecodeError::new(DecodeErrorKind::LengthOverflow, start)),
    }
}

/// Elements in their bytes, which are as many as they take.
#[cfg_attr(not(debug_assertions), inline(always))]
fn elements<T: FromBytes + Immutable + KnownLayout + Unaligned>(
    bytes: &[u8],
    count: usize,
    start: usize,
) -> Result<&[T], DecodeError> {
    let elements = <[T]>::ref_from_bytes_with_elems(bytes, count);
    elements.map_err(|_| DecodeError::new(DecodeErrorKind::InvalidValue, start))
}

impl<T> DecodeWith<'_, Vec<T>> for InPlace
where
    T: FromBytes + Immutable + KnownLayout + Unaligned + Copy,
{
    sizes!(size: Size::at_least(F::len_size().min));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Vec<T>, DecodeError> {
        let start = r.offset();
        let (bytes, count) = read::<F, T>(r)?;
        let elements: &[T] = elements(bytes, count, start)?;
        r.charge(size_of_val(elements))?;
        let mut owned = Vec::new();
        if owned.try_reserve_exact(elements.len()).is_err() {
            return Err(r.error(DecodeErrorKind::OutOfMemory));
        }
        owned.extend_from_slice(elements);
        Ok(owned)
    }
}
