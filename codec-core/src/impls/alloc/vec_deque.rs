//! `VecDeque`: as a `Vec` of its elements from front to back.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::form::deque_ref::DequeRef;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::counted::{Counted, DecodeCounted};
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<T: Encode> Encode for VecDeque<T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        <[T]>::encoded_size::<F>()
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        let (front, back) = self.as_slices();
        F::len_len(self.len())
            .wrapping_add(T::slice_len::<F>(front))
            .wrapping_add(T::slice_len::<F>(back))
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        let (front, back) = self.as_slices();
        w.length(self.len())?;
        T::encode_slice(front, w)?;
        T::encode_slice(back, w)
    }
}

impl<T: Decodable> Decodable for VecDeque<T> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        <Vec<T> as Decodable>::size::<F>()
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Vec::decode(r).map(Self::from)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let mut items = Vec::from(core::mem::take(self));
        let outcome = items.decode_into(r);
        *self = items.into();
        outcome
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<T>());
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for VecDeque<T> {
    #[inline(always)]
    fn ref_size<F: Format>() -> Size {
        <Vec<T> as DecodableRef<'de>>::ref_size::<F>()
    }

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Vec::decode_ref(r).map(Self::from)
    }
}

crate::form::element::borrows! {
    {T: BorrowableElement} VecDeque<T> as DequeRef<T::Seq<'de>>
        where { for<'any> T::Seq<'any>: Copy, T: 'static, };
    |value| {
        let (front, back) = value.as_slices();
        DequeRef::new(Sequence::lend(front), (!back.is_empty()).then(|| Sequence::lend(back)))
    };
    |borrowed| {
        let mut items = Self::new();
        borrowed.front().append_to(&mut items);
        if let Some(back) = borrowed.back() {
            back.append_to(&mut items);
        }
        items
    }
}

crate::form::element::lazy_element!({T: BorrowableElement + Sync} VecDeque<T> where {for<'any> T::Seq<'any>: Copy, T: 'static,});

crate::form::element::shares! {
    {T: crate::ShareableElement} VecDeque<T> as T::SharedSeq;
    |shared| Vec::from_shared(shared).into()
}

crate::form::element::lazy_element_shared!({T: crate::ShareableElement} VecDeque<T>);

impl<T: Encode> Counted for VecDeque<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        let (front, back) = self.as_slices();
        T::slice_len::<F>(front).wrapping_add(T::slice_len::<F>(back))
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let (front, back) = self.as_slices();
        T::encode_slice(front, w)?;
        T::encode_slice(back, w)
    }
}

super::vec::as_vec! {
    VecDeque<T>;
}
