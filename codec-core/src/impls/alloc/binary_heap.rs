//! `BinaryHeap`: as a `Vec` of its elements in the heap's own order. It has
//! no borrowed form: a sequence of the elements would not hold their order
//! against a strict format.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<T: Encode> Encode for BinaryHeap<T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        <[T]>::encoded_size::<F>()
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.as_slice().encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.as_slice().encode(w)
    }
}

/// Whether no element is larger than its parent: such a slice becomes a heap as
/// it is.
fn is_heap<T: Ord>(items: &[T]) -> bool {
    (1..items.len()).all(|index| items[index] <= items[(index - 1) / 2])
}

/// Makes a heap of what was read from `start` on.
#[inline]
pub(crate) fn heap<F: Format, T: Ord>(
    items: Vec<T>,
    start: usize,
) -> Result<BinaryHeap<T>, DecodeError> {
    if F::RULES.strict && !is_heap(&items) {
        return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
    }
    Ok(items.into())
}

impl<T: Decodable + Ord> Decodable for BinaryHeap<T> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        <Vec<T> as Decodable>::size::<F>()
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        heap::<F, T>(Vec::decode(r)?, start)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let start = r.offset();
        let mut items = core::mem::take(self).into_vec();
        let outcome = items.decode_into(r);
        if outcome.is_err() {
            *self = items.into();
            return outcome;
        }
        *self = heap::<F, T>(items, start)?;
        Ok(())
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<T>());
    }
}
