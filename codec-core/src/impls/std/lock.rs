//! Locks: the value at the time of encoding. The borrowed form is an owned value, since nothing can
//! be borrowed from a lock.

use std::sync::{Mutex, PoisonError, RwLock};

use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// The value is locked once for the length and once for the bytes: if its length changed in
/// between, that is an error, as is a poisoned lock
/// ([`InvalidValue`](EncodeErrorKind::InvalidValue)).
macro_rules! lock {
    ($($lock:ident $read:ident;)*) => {$(
        impl<T: Encode + ?Sized> Encode for $lock<T> {
            crate::format::size::sizes!(encoded_size: T::encoded_size::<F>());
            #[inline]
            fn encoded_len<F: Format>(&self) -> usize {
                self.$read().map_or(0, |value| value.encoded_len::<F>())
            }
            #[inline]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                match self.$read() {
                    Ok(value) => value.encode(w),
                    Err(_) => Err(w.error(EncodeErrorKind::InvalidValue)),
                }
            }
        }

        impl<T: Decodable> Decodable for $lock<T> {
            crate::format::size::sizes!(size: T::size::<F>());
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                T::decode(r).map(Self::new)
            }
            #[inline]
            fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                self.get_mut().unwrap_or_else(PoisonError::into_inner).decode_into(r)?;
                self.clear_poison();
                Ok(())
            }
            crate::value::memory::memory_of!(T);
        }

        crate::value::decode_ref::decode_ref_as!({T: DecodableRef<'de>} $lock<T> as T; Self::new);

        crate::form::element::borrows! {
            {T: Clone} $lock<T> as T where { for<'any> T: DecodableRef<'any>, };
            |value| value.$read().unwrap_or_else(PoisonError::into_inner).clone();
            |borrowed| Self::new(borrowed)
        }

        crate::form::element::lazy_element!({T: Clone + Send + Sync} $lock<T> where {
            for<'any> T: DecodableRef<'any>,
        });

        crate::form::element::shares! {
            {T: crate::Shareable} $lock<T> as T::Shared;
            |shared| Self::new(T::from_shared(shared))
        }
    )*};
}

lock! {
    Mutex lock;
    RwLock read;
}
