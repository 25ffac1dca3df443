//! Sequences with a table of offsets that are a vector in another place: a box, a ring, a shared
//! pointer. Their bytes, limits and errors are those of a `Vec`.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

#[cfg(feature = "bytes")]
use super::index::ShareIndexed;
use super::index::{BorrowIndexed, DecodeIndexed, DecodeIndexedRef};
use crate::error::{DecodeError, EncodeError};
use crate::form::deque_ref::DequeRef;
use crate::form::indexed_ref::IndexedRef;
#[cfg(feature = "bytes")]
use crate::form::indexed_shared::IndexedShared;
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::counted::Counted;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::offsets::{EncodeIndexed, write_indexed};
use crate::write::writer::Writer;

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

/// Implements pointers to a copy of a vector: it charges elements twice, and the reference counts.
macro_rules! counted {
    ($pointer:ident) => {
        impl<T: Decodable> DecodeIndexed for $pointer<[T]> {
            #[inline]
            fn decode_indexed<F: Format>(
                r: &mut Reader<'_, F>,
                count: usize,
            ) -> Result<Self, DecodeError> {
                let items = Vec::decode_indexed(r, count)?;
                r.charge(size_of::<(usize, usize)>().saturating_add(size_of_val(&*items)))?;
                Ok(Self::from(items))
            }
        }

        impl<'de, T: DecodableRef<'de>> DecodeIndexedRef<'de> for $pointer<[T]> {
            #[inline]
            fn decode_indexed_ref<F: Format>(
                r: &mut Reader<'de, F>,
                count: usize,
            ) -> Result<Self, DecodeError> {
                let items = Vec::decode_indexed_ref(r, count)?;
                r.charge(size_of::<(usize, usize)>().saturating_add(size_of_val(&*items)))?;
                Ok(Self::from(items))
            }
        }
    };
}

counted!(Rc);
#[cfg(target_has_atomic = "ptr")]
counted!(Arc);

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
    fn indexed_len<F: Format>(&self) -> usize {
        let back = self.back().map_or(0, |back| back.indexed_len::<F>());
        self.front().indexed_len::<F>().wrapping_add(back)
    }

    #[inline]
    fn encode_indexed<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let back = self.back().into_iter().flatten();
        write_indexed(w, self.indexed_count(), self.front().iter().chain(back))
    }
}

impl<'de, T: DecodableRef<'de>> DecodeIndexedRef<'de> for DequeRef<IndexedRef<'de, T>> {
    #[inline]
    fn decode_indexed_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        IndexedRef::decode_counted(r, count).map(|front| Self::new(front, None))
    }
}
