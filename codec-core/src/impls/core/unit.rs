//! Zero-length types.

use core::marker::PhantomData;

use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

macro_rules! empty {
    ($({$param:ident})? $type:ty, $value:expr) => {
        impl$(<$param: ?Sized>)? Encode for $type {
            #[inline(always)]
            fn encoded_size<F: Format>() -> Size {
                Size::ZERO
            }
            #[inline(always)]
            fn encoded_len<F: Format>(&self) -> usize {
                0
            }
            #[inline(always)]
            fn encode<F: Format>(&self, _w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                Ok(())
            }
        }

        impl$(<$param: ?Sized>)? Decodable for $type {
            #[inline(always)]
            fn size<F: Format>() -> Size {
                Size::ZERO
            }
            #[inline(always)]
            fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                Ok($value)
            }
            crate::value::memory::no_memory!();
        }

        impl<'de $(, $param: ?Sized)?> DecodableRef<'de> for $type {
            #[inline(always)]
            fn ref_size<F: Format>() -> Size {
                Size::ZERO
            }
            #[inline(always)]
            fn decode_ref<F: Format>(_r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                Ok($value)
            }
        }

        impl$(<$param: ?Sized>)? Borrowable for $type {
            type Ref<'de> = Self where Self: 'de;

            #[inline(always)]
            fn to_ref(&self) -> Self {
                $value
            }
            #[inline(always)]
            fn from_ref<'de>(_borrowed: Self) -> Self where Self: 'de {
                $value
            }
        }

        crate::form::element::lazy_element!($({$param: ?Sized + Sync})? $type);

        crate::form::element::shares! { $({$param: ?Sized})? $type as Self; |_shared| $value }

        crate::form::element::lazy_element_shared!($({$param: ?Sized})? $type);
    };
}

empty!((), ());
empty!({T} PhantomData<T>, PhantomData);
