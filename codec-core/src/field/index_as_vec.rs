//! Sequences with a table of offsets that are a vector in another place: a box, a ring, a shared
//! pointer. Their bytes, limits and errors are those of a `Vec`.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::index::BorrowIndexed;
#[cfg(feature = "bytes")]
use super::index::ShareIndexed;
use crate::error::DecodeError;
use crate::form::deque_ref::DequeRef;
use crate::form::indexed_ref::IndexedRef;
#[cfg(feature = "bytes")]
use crate::form::indexed_shared::IndexedShared;
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::mode::Borrow;
use crate::value::offsets::{DecodeIndexed, EncodeIndexed};

/// Writing, and the shared form: the same for all of them, and for a vector.
macro_rules! written {
    ($($type:ty;)*) => {$(
        crate::form::forward::indexed!($type);

        #[cfg(feature = "bytes")]
        impl<T: crate::Shareable> ShareIndexed for $type {
            type Shared = IndexedShared<T::Shared>;

            fn from_shared(shared: Self::Shared) -> Self {
                shared.iter().map(T::from_shared).collect()
            }
        }
    )*};
}

written! {
    Vec<T>;
    Box<[T]>;
    VecDeque<T>;
    Rc<[T]>;
}
#[cfg(target_has_atomic = "ptr")]
written! {
    Arc<[T]>;
}

/// Implements types that have all elements in one slice.
macro_rules! lent {
    ($($type:ty;)*) => {$(
        impl<T: Borrowable + Sync> BorrowIndexed for $type {
            type Ref<'de>
                = IndexedRef<'de, T::Ref<'de>>
            where
                Self: 'de;

            #[inline]
            fn to_ref(&self) -> Self::Ref<'_> {
                IndexedRef::from_owned(self)
            }

            fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
            where
                Self: 'de,
            {
                borrowed.iter().map(T::from_ref).collect()
            }
        }
    )*};
}

lent! {
    Vec<T>;
    Box<[T]>;
    Rc<[T]>;
}
#[cfg(target_has_atomic = "ptr")]
lent! {
    Arc<[T]>;
}

// A queue may lend two slices, which have one table.

impl<T: Borrowable + Sync> BorrowIndexed for VecDeque<T> {
    type Ref<'de>
        = DequeRef<IndexedRef<'de, T::Ref<'de>>>
    where
        Self: 'de;

    #[inline]
    fn to_ref(&self) -> Self::Ref<'_> {
        let (front, back) = self.as_slices();
        let back = (!back.is_empty()).then(|| IndexedRef::from_owned(back));
        DequeRef::new(IndexedRef::from_owned(front), back)
    }

    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        let back = borrowed.back().into_iter().flatten();
        borrowed.front().iter().chain(back).map(T::from_ref).collect()
    }
}

impl<T: Encode> EncodeIndexed for DequeRef<IndexedRef<'_, T>> {
    #[inline]
    fn indexed_count(&self) -> usize {
        self.front().len().saturating_add(self.back().map_or(0, |back| back.len()))
    }

    #[inline]
    fn indexed(&self) -> impl Iterator<Item: Encode> {
        self.front().iter().chain(self.back().into_iter().flatten())
    }
}

impl<'de, T: DecodableRef<'de>> DecodeIndexed<'de, Borrow> for DequeRef<IndexedRef<'de, T>> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        IndexedRef::decode_indexed(r, count).map(|front| Self::new(front, None))
    }
}
