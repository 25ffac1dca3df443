//! Types without bytes.

use core::marker::PhantomData;

use crate::{Decodable, DecodeError, Encode, EncodeError, Format, Reader, Size, Writer};

macro_rules! empty {
    ($({$param:ident: $bound:path})? $type:ty, $value:expr) => {
        impl$(<$param>)? Encode for $type {
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

        impl$(<$param>)? Decodable for $type {
            #[inline(always)]
            fn size<F: Format>() -> Size {
                Size::ZERO
            }
            #[inline(always)]
            fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                Ok($value)
            }
        }

        crate::impls::plain!($({$param: $bound})? $type);
    };
}

empty!((), ());
empty!({T: Sync} PhantomData<T>, PhantomData);
