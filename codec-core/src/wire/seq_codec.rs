//! Reading, writing and borrowing of bounded sequences.
#![forbid(unsafe_code)]

use super::{LengthPrefix, Seq, Vec};
use crate::error::{DecodeError, EncodeError};
use crate::form::seq_ref::SeqRef;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
#[cfg(feature = "bytes")]
use crate::value::counted::DecodeCounted as _;
use crate::value::counted::{Counted as _, DecodeCountedRef as _};
#[cfg(feature = "alloc")]
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<L: LengthPrefix, T: Encode> Encode for Seq<L, Vec<T>> {
    sizes!(encoded_size: Size::at_least(L::SIZE));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        T::slice_len::<F>(self.as_slice()).wrapping_add(L::SIZE)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        L::write(w.output(), self.as_slice().len())?;
        T::encode_slice(self.as_slice(), w)
    }
}

#[cfg(feature = "alloc")]
impl<L: LengthPrefix, T: Decodable> Decodable for Seq<L, Vec<T>> {
    sizes!(size: Size::at_least(L::SIZE));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let count = L::read(r)?;
        let mut items = Vec::new();
        T::decode_extend(&mut items, r, count)?;
        Ok(Self::unchecked(items))
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let count = L::read(r)?;
        crate::value::bulk::decode_over(self.inner_mut(), r, count)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<T>());
    }
}

#[cfg(feature = "alloc")]
impl<'de, L: LengthPrefix, T: DecodableRef<'de>> DecodableRef<'de> for Seq<L, Vec<T>> {
    sizes!(ref_size: Size::at_least(L::SIZE));

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        let count = L::read(r)?;
        let mut items = Vec::new();
        crate::value::bulk::decode_ref_extend(&mut items, r, count)?;
        Ok(Self::unchecked(items))
    }
}

crate::form::element::borrows! {
    {L: LengthPrefix, T: Borrowable + Sync} Seq<L, Vec<T>> as Seq<L, SeqRef<'de, T::Ref<'de>>>;
    |value| Seq::unchecked(SeqRef::from_owned(value.as_slice()));
    |borrowed| Self::unchecked(borrowed.iter().map(T::from_ref).collect())
}

crate::form::element::lazy_element!({L: LengthPrefix, T: Borrowable + Sync} Seq<L, Vec<T>>);

crate::form::element::shares! {
    {L: LengthPrefix, T: crate::Shareable} Seq<L, Vec<T>> as Seq<L, crate::SeqShared<T::Shared>>;
    |shared| Self::unchecked(shared.iter().map(T::from_shared).collect())
}

/// A sequence whose elements are already encoded, or packed.
macro_rules! encode_counted {
    ({$($params:tt)*} $elements:ty $(where $($bound:tt)+)?) => {
        impl<L: LengthPrefix, $($params)*> Encode for Seq<L, $elements> $(where $($bound)+)? {
            crate::format::size::sizes!(encoded_size: Size::at_least(L::SIZE));

            #[inline]
            fn encoded_len<F: Format>(&self) -> usize {
                self.inner().content_len::<F>().wrapping_add(L::SIZE)
            }

            #[inline]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                L::write(w.output(), self.inner().len())?;
                self.inner().encode_content(w)
            }
        }
    };
}

#[cfg(feature = "alloc")]
pub(super) use encode_counted;

encode_counted!({T: Encode} SeqRef<'_, T>);
#[cfg(feature = "bytes")]
encode_counted!({T: Encode} crate::SeqShared<T>);

impl<'de, L: LengthPrefix, T: DecodableRef<'de>> DecodableRef<'de> for Seq<L, SeqRef<'de, T>> {
    sizes!(ref_size: Size::at_least(L::SIZE));

    #[cfg_attr(feature = "optimize_for_size", inline(always))]
    #[cfg_attr(not(feature = "optimize_for_size"), inline)]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        let count = L::read(r)?;
        SeqRef::decode_counted_ref(r, count).map(Self::unchecked)
    }
}

#[cfg(feature = "bytes")]
impl<L: LengthPrefix, T: Decodable> Decodable for Seq<L, crate::SeqShared<T>> {
    sizes!(size: Size::at_least(L::SIZE));

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let count = L::read(r)?;
        crate::SeqShared::decode_counted(r, count).map(Self::unchecked)
    }

    crate::value::memory::memory_of!(crate::SeqShared<T>);
}

#[cfg(feature = "bytes")]
crate::impl_decodable_ref!({L: LengthPrefix, T: Decodable} Seq<L, crate::SeqShared<T>>);
