//! `Box`: encoded as its content.

use alloc::boxed::Box;

use crate::error::{DecodeError, EncodeError};
use crate::form::box_ref::BoxRef;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::bulk;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::varying::encode_field;
use crate::write::writer::Writer;

/// Encodes what a pointer points to.
macro_rules! encode_pointed {
    ($pointer:ident) => {
        impl<T: Encode + ?Sized> Encode for $pointer<T> {
            // The size of a type that contains itself must not depend on itself: the content of a box
            // counts as unknown.
            crate::format::size::sizes!(encoded_size: Size::UNKNOWN);

            #[inline]
            fn encoded_len<F: Format>(&self) -> usize {
                (**self).encoded_len::<F>()
            }

            #[inline]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                encode_field(&**self, w)
            }
        }
    };
}
pub(super) use encode_pointed;

encode_pointed!(Box);

impl<T: Decodable> Decodable for Box<T> {
    sizes!(size: Size::UNKNOWN);

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.nested(T::decode_boxed)
    }

    // Memory that is reused is charged as new memory is, here as everywhere.
    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        r.nested(|r| {
            r.charge(size_of::<T>())?;
            (**self).decode_into(r)
        })
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.boxed::<F, T>(size_of::<T>());
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for Box<T> {
    sizes!(ref_size: Size::UNKNOWN);

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.nested(bulk::decode_ref_boxed)
    }
}

crate::form::element::borrows! {
    {T: Borrowable + Sync} Box<T> as BoxRef<'de, T::Ref<'de>>;
    |value| BoxRef::from_owned(&**value);
    |borrowed| Box::new(T::from_ref(borrowed.get()))
}

crate::form::element::lazy_element!({T: Borrowable + Sync} Box<T>);

crate::form::element::shares! {
    {T: crate::Shareable} Box<T> as Box<T::Shared>;
    |shared| Self::new(T::from_shared(*shared))
}
