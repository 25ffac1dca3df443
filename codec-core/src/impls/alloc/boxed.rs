//! `Box`: what it holds.

use alloc::boxed::Box;

use crate::error::{DecodeError, EncodeError};
use crate::form::box_ref::BoxRef;
use crate::form::seq_ref::SeqRef;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<T: Encode + ?Sized> Encode for Box<T> {
    // The size of a type that contains itself must not depend on itself: what
    // stands in a box counts as unknown.
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        (**self).encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (**self).encode(w)
    }
}

impl<T: Decodable> Decodable for Box<T> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.nested(T::decode_boxed)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        r.nested(|r| (**self).decode_into(r))
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.boxed::<F, T>(size_of::<T>());
    }
}

impl<T: Borrowable> Borrowable for Box<T> {
    type Ref<'de>
        = BoxRef<'de, T::Ref<'de>>
    where
        Self: 'de;
    type Seq<'de>
        = SeqRef<'de, BoxRef<'de, T::Ref<'de>>>
    where
        Self: 'de;

    fn to_ref(&self) -> Self::Ref<'_> {
        BoxRef::from_owned(&**self)
    }

    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        Box::new(T::from_ref(borrowed.get()))
    }

    fn seq_to_ref(items: &[Self]) -> Self::Seq<'_> {
        SeqRef::from_owned(items)
    }

    fn seq_from_ref<'de, E: Extend<Self>>(borrowed: Self::Seq<'de>, items: &mut E)
    where
        Self: 'de,
    {
        items.extend(borrowed.iter().map(Self::from_ref));
    }
}

#[cfg(feature = "bytes")]
impl<T: crate::Shareable> crate::Shareable for Box<T> {
    type Shared = Box<T::Shared>;

    fn from_shared(shared: Self::Shared) -> Self {
        Self::new(T::from_shared(*shared))
    }

    crate::impls::lazy_seq_shared!();
}
