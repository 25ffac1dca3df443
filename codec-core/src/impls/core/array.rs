//! Arrays: the elements, one after another.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<T: Encode, const N: usize> Encode for [T; N] {
    sizes!(encoded_size: T::encoded_size::<F>().times(N));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        T::slice_len::<F>(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        T::encode_slice(self, w)
    }
}

impl<T: Decodable, const N: usize> Decodable for [T; N] {
    sizes!(size: T::size::<F>().times(N));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        T::decode_array(r)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_boxed<F: Format>(r: &mut Reader<'_, F>) -> Result<Box<Self>, DecodeError> {
        if size_of::<Self>() > bulk::LARGE {
            return bulk::decode_large_array(r);
        }
        bulk::decode_boxed(r)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        #[cfg(feature = "alloc")]
        if T::size::<F>().fixed && size_of::<Self>() > bulk::LARGE {
            let fresh = bulk::decode_large_array::<F, T, N>(r)?;
            self.iter_mut().zip(Vec::from(fresh as Box<[T]>)).for_each(|(item, new)| *item = new);
            return Ok(());
        }
        if T::size::<F>().fixed {
            return bulk::decode_array_over(self, r);
        }
        if Reader::<F>::FETCHES {
            r.fetch_whole(T::size::<F>().times(N).min)?;
        }
        r.ensure(T::size::<F>().times(N).min)?;
        self.iter_mut().try_for_each(|item| item.decode_into(r))
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.parts::<F, T>(N);
    }
}

impl<'de, T: DecodableRef<'de>, const N: usize> DecodableRef<'de> for [T; N] {
    sizes!(ref_size: T::ref_size::<F>().times(N));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        T::decode_ref_array(r)
    }
}

type Array<T, const N: usize> = [T; N];

crate::form::element::mapped! {
    Array<T> {const N: usize} {N}; |it, (lend,)| it.each_ref().map(lend); |it, (own,)| it.map(own)
}
