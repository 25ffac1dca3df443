//! Zero-length types.

use core::marker::PhantomData;
use core::ops::RangeFull;

use crate::error::{DecodeError, EncodeError};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// A type of one value, and what a format may not support.
macro_rules! empty {
    ($({$param:ident})? $type:ty, $value:expr $(, $lacks:ident)?) => {
        impl$(<$param: ?Sized>)? Encode for $type {
            crate::value::encode::fixed_len!(0);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, _w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)?
                Ok(())
            }
        }

        impl$(<$param: ?Sized>)? Decodable for $type {
            crate::format::size::sizes!(size: Size::ZERO);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)?
                Ok($value)
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($({$param: ?Sized})? $type);
    };
}

empty!((), ());
empty!({T} PhantomData<T>, PhantomData);
empty!(RangeFull, .., range);
