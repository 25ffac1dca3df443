//! `BinaryHeap`: as a `Vec` of its elements in the heap's own order. The other forms are
//! [`HeapItems`], whose order a strict format checks.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Deref;

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;

crate::value::encode::encode_as!({T: Encode} BinaryHeap<T> as [T]; |it| it.as_slice());

/// Returns whether no element is larger than its parent: such a slice already is a heap.
fn is_heap<T: Ord>(items: &[T]) -> bool {
    (1..items.len()).all(|index| items[index] <= items[(index - 1) / 2])
}

/// Makes a heap of the elements that were read from `start` on.
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

/// Decodes a vector in heap order.
macro_rules! decode_heap {
    ($type:ident, $heap:ident => $made:expr; $($more:tt)*) => {
        impl<T: Decodable + Ord> Decodable for $type<T> {
            crate::format::size::sizes!(size: <Vec<T> as Decodable>::size::<F>());

            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                let start = r.offset();
                let $heap = heap::<F, T>(Vec::decode(r)?, start)?;
                Ok($made)
            }

            $($more)*
        }

        impl<'de, T: DecodableRef<'de> + Ord> DecodableRef<'de> for $type<T> {
            crate::format::size::sizes!(ref_size: <Vec<T> as DecodableRef<'de>>::ref_size::<F>());

            #[inline]
            fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                let start = r.offset();
                let $heap = heap::<F, T>(Vec::decode_ref(r)?, start)?;
                Ok($made)
            }
        }
    };
}

decode_heap! { BinaryHeap, heap => heap;
    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let start = r.offset();
        let mut items = core::mem::take(self).into_vec();
        let outcome = items.decode_into(r);
        if outcome.is_err() {
            *self = items.into();
            return outcome;
        }
        heap::<F, T>(items, start).map(|own| *self = own)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<T>());
    }
}

crate::form::element::borrows! {
    {T: Borrowable + Ord + 'static} BinaryHeap<T> as HeapItems<T::Ref<'de>>
        where { for<'any> T::Ref<'any>: Ord, };
    |value| HeapItems(value.as_slice().iter().map(T::to_ref).collect());
    |borrowed| {
        // A vector in heap order stays as it is.
        borrowed.0.into_iter().map(T::from_ref).collect::<Vec<_>>().into()
    }
}

crate::form::element::lazy_element!({T: Borrowable + Ord + Sync + 'static} BinaryHeap<T> where {
    for<'any> T::Ref<'any>: Ord,
});

crate::form::element::shares! {
    {T: crate::Shareable<Shared: Ord> + Ord} BinaryHeap<T> as HeapItems<T::Shared>;
    |shared| shared.0.into_iter().map(T::from_shared).collect::<Vec<_>>().into()
}

/// The borrowed or shared form of a `BinaryHeap`: its elements in the heap's own order, the largest
/// first. Unlike a heap it can be compared.
///
/// ```
/// use codec_core::{DecodeError, Format, HeapItems, Postcard};
/// let heap: HeapItems<&str> = Postcard::from_slice_ref(&[2, 1, b'b', 1, b'a'])?;
/// assert_eq!(*heap, ["b", "a"]);
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct HeapItems<T>(Vec<T>);

impl<T> Deref for HeapItems<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

crate::value::encode::encode_as!({T: Encode} HeapItems<T> as [T]; |it| it);

decode_heap! { HeapItems, heap => Self(heap.into_vec()); }
