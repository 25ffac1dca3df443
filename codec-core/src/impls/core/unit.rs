//! Zero-length types.

use core::marker::PhantomData;

use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

macro_rules! empty {
    ($({$param:ident})? $type:ty, $value:expr) => {
        impl$(<$param: ?Sized>)? Encode for $type {
            crate::format::size::sizes!(encoded_size: Size::ZERO);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: Format>(&self) -> usize {
                0
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, _w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                Ok(())
            }
        }

        impl$(<$param: ?Sized>)? Decodable for $type {
            crate::format::size::sizes!(size: Size::ZERO);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                Ok($value)
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($({$param: ?Sized})? $type);
    };
}

empty!((), ());
empty!({T} PhantomData<T>, PhantomData);
