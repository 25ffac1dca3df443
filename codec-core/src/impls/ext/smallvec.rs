//! `smallvec`: as a `Vec`.

use smallvec::{Array, SmallVec};

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::form::key_order;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::bulk;
use crate::value::counted::{Counted, DecodeCounted};
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<A: Array<Item: Encode>> Encode for SmallVec<A> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        <[A::Item]>::encoded_size::<F>()
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

impl<A: Array<Item: Decodable>> Decodable for SmallVec<A> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let mut items = Self::new();
        items.decode_into(r)?;
        Ok(items)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        const { F::RULES.unsupported.refuse_sequence::<A::Item>() };
        let count = r.length()?;
        self.decode_counted_into(r, count)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, A::Item>(size_of::<A::Item>());
    }
}

impl<A: Array<Item: Encode>> Counted for SmallVec<A> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn content_len<F: Format>(&self) -> usize {
        self.as_slice().content_len::<F>()
    }

    #[inline(always)]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.as_slice().encode_content(w)
    }
}

/// Decodes an element, and appends it.
fn push<F: Format, A: Array<Item: Decodable>>(
    items: &mut SmallVec<A>,
    r: &mut Reader<'_, F>,
) -> Result<(), DecodeError> {
    let item = A::Item::decode(r)?;
    if items.try_reserve(1).is_err() {
        return Err(r.error(DecodeErrorKind::OutOfMemory));
    }
    items.push(item);
    Ok(())
}

impl<A: Array<Item: Decodable>> DecodeCounted for SmallVec<A> {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let mut items = Self::new();
        items.decode_counted_into(r, count)?;
        Ok(items)
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let mut items = Self::new();
        bulk::until_end(r, size_of::<A::Item>(), |r| push(&mut items, r))?;
        Ok(items)
    }

    #[inline]
    fn decode_counted_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        let size = A::Item::size::<F>();
        let memory = size_of::<A::Item>();
        bulk::claim(r, count, size, memory, true)?;
        self.clear();
        if self.try_reserve(bulk::reservation::<A::Item>(count, r.cursor())).is_err() {
            return Err(r.error(DecodeErrorKind::OutOfMemory));
        }
        key_order::each(r, count, (size, memory), |r| push(self, r))
    }
}

impl<A: Array<Item: Borrowable> + Sync> Borrowable for SmallVec<A> {
    type Ref<'de>
        = <A::Item as Borrowable>::Seq<'de>
    where
        Self: 'de;

    #[inline(always)]
    fn to_ref(&self) -> Self::Ref<'_> {
        A::Item::seq_to_ref(self)
    }

    #[inline]
    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        let mut items = Self::new();
        A::Item::seq_from_ref(borrowed, &mut items);
        items
    }

    crate::impls::lazy_seq!();
}
