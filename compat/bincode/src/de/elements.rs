//! Many values, and the capacity reserved for them.
//!
//! A declared length is untrusted. Capacity is reserved at once for as many elements as the
//! remaining bytes can hold, up to sixteen bytes of memory per byte of input, and half as much for
//! each level of nesting, so that reserved memory is always proportional to the input received. The
//! rest grows as elements arrive.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::Decoder;
use super::read::Reader as _;
use crate::error::DecodeError;

/// Bytes of memory that are reserved per byte of input.
#[cfg(feature = "alloc")]
const PER_BYTE: usize = 16;

/// The minimum assumed length, in bytes, of a source that doesn't know its own: the first collection
/// reserves up to 256 KiB for it.
pub(crate) const UNKNOWN: usize = 16 * 1024;

/// The capacity to reserve for `len` elements of a collection at this level.
#[cfg(feature = "alloc")]
#[inline]
fn room<D: Decoder, T>(decoder: &D, level: usize, len: usize) -> usize {
    let left = decoder.seen();
    let shift = u32::try_from(level).unwrap_or(u32::MAX);
    let memory = left.saturating_mul(PER_BYTE).checked_shr(shift).unwrap_or(0);
    len.min(left).min(memory / size_of::<T>().max(1))
}

/// Reads an element, which was already counted against the limit with all others. Inlined with
/// `read`: a result that another function left in memory is slow to load again.
#[inline(always)]
pub(crate) fn element<D: Decoder, T>(
    decoder: &mut D,
    size: usize,
    never_empty: bool,
    read: impl FnOnce(&mut D) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    decoder.unclaim_bytes_read(size);
    if never_empty {
        return read(decoder);
    }
    let (before, heap) = (decoder.reader().position(), decoder.counts().heap());
    let value = read(decoder)?;
    // For a source without a position, only the size of the type can decide.
    if decoder.reader().position() == before && (before.is_some() || size == 0) {
        decoder.note_empty(size, heap);
        if let Some(error) = decoder.many_empty() {
            return Err(error);
        }
    }
    Ok(value)
}

/// Reads `len` elements, one level deeper.
#[inline]
#[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "what has a length needs memory"))]
pub(crate) fn each<D: Decoder, T>(
    decoder: &mut D,
    len: usize,
    never_empty: bool,
    read: impl Fn(&mut D) -> Result<T, DecodeError> + Copy,
    mut put: impl FnMut(T),
) -> Result<(), DecodeError> {
    decoder.claim_container_read::<T>(len)?;
    decoder.descend()?;
    for _ in 0..len {
        put(element(decoder, size_of::<T>(), never_empty, read)?);
    }
    decoder.ascend();
    Ok(())
}

/// Reserves capacity for so many elements.
///
/// # Errors
/// [`DecodeError::OutOfMemory`].
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn reserve<T>(values: &mut Vec<T>, len: usize) -> Result<(), DecodeError> {
    values.try_reserve_exact(len).map_err(|_| DecodeError::OutOfMemory)
}

/// A collection whose capacity is reserved.
#[cfg(feature = "alloc")]
pub(crate) trait Growing<T> {
    /// The number of its elements.
    fn count(&self) -> usize;

    /// The number of further elements that it has capacity for.
    fn free(&self) -> usize;

    /// Reserves capacity for so many more: exactly, or as many as growing in proportion takes.
    fn reserve(&mut self, more: usize, exact: bool) -> Result<(), DecodeError>;

    /// Adds an element.
    fn put(&mut self, value: T);
}

#[cfg(feature = "alloc")]
impl<T> Growing<T> for Vec<T> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn free(&self) -> usize {
        self.capacity() - self.len()
    }

    #[inline]
    fn reserve(&mut self, more: usize, exact: bool) -> Result<(), DecodeError> {
        let outcome = if exact { self.try_reserve_exact(more) } else { self.try_reserve(more) };
        outcome.map_err(|_| DecodeError::OutOfMemory)
    }

    #[inline]
    fn put(&mut self, value: T) {
        self.push(value);
    }
}

/// Reserves capacity for as many of `left` elements as [`room`] says, at least one; returns how many
/// there is capacity for.
///
/// # Errors
/// [`DecodeError::OutOfMemory`].
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn reserve_more<D: Decoder, T, C: Growing<T>>(
    decoder: &D,
    values: &mut C,
    level: usize,
    left: usize,
) -> Result<usize, DecodeError> {
    let more = room::<D, T>(decoder, level, left);
    values.reserve(more.max(1), more >= values.count())?;
    Ok(values.free())
}

/// Reads a collection of `len` elements. Capacity is reserved for as many as [`room`] says, again
/// each time that it is used up: by then more has been read, so a long collection is moved a few
/// times only.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn collection<D: Decoder, T, C: Growing<T> + Default>(
    decoder: &mut D,
    len: usize,
    never_empty: bool,
    read: impl Fn(&mut D) -> Result<T, DecodeError> + Copy,
) -> Result<C, DecodeError> {
    // Claim first: a length over the limit reserves nothing.
    decoder.claim_container_read::<T>(len)?;
    let level = decoder.nesting();
    decoder.descend()?;
    let mut values = C::default();
    let mut left = len;
    while left > 0 {
        let block = reserve_more(decoder, &mut values, level, left)?.min(left);
        for _ in 0..block {
            values.put(element(decoder, size_of::<T>(), never_empty, read)?);
        }
        left -= block;
    }
    decoder.ascend();
    Ok(values)
}

#[inline]
pub(crate) fn array<D: Decoder, T, const N: usize>(
    decoder: &mut D,
    mut read: impl FnMut(&mut D) -> Result<T, DecodeError>,
) -> Result<[T; N], DecodeError> {
    decoder.claim_bytes_read(size_of::<[T; N]>())?;
    let mut failed = None;
    let values: [Option<T>; N] = core::array::from_fn(|_| {
        if failed.is_some() {
            return None;
        }
        decoder.unclaim_bytes_read(size_of::<T>());
        read(decoder).map_err(|error| failed = Some(error)).ok()
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(values.map(|value| value.expect("no element failed"))),
    }
}
