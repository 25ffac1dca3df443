//! Vectors, strings, boxes and shared pointers.
#![forbid(unsafe_code)]

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::choices::parts;
use super::decode_len;
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};
use crate::impl_borrow_decode;

impl<Context, T: Decode<Context>> Decode<Context> for Vec<T> {
    const NEVER_EMPTY: bool = true;

    #[inline]
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        T::decode_vec(decoder, len)
    }
}

impl<'de, Context, T: BorrowDecode<'de, Context>> BorrowDecode<'de, Context> for Vec<T> {
    const NEVER_EMPTY: bool = true;

    #[inline]
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        T::borrow_decode_vec(decoder, len)
    }
}

impl<T: Encode> Encode for Vec<T> {
    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_slice().encode(encoder)
    }
}

impl<Context> Decode<Context> for String {
    const NEVER_EMPTY: bool = true;

    #[inline]
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Self::from_utf8(Vec::decode(decoder)?)
            .map_err(|error| DecodeError::Utf8 { inner: error.utf8_error() })
    }
}
impl_borrow_decode!(String);

impl Encode for String {
    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_str().encode(encoder)
    }
}

/// A pointer to a value, to a slice or to a string.
macro_rules! pointers {
    ($($(#[$meta:meta])* $pointer:ident;)*) => {$(
        $(#[$meta])*
        parts!($pointer<T>, <T>, false, |decoder, read| {
            decoder.descend()?;
            let value = read!(T);
            decoder.ascend();
            decoder.note_heap(size_of::<T>());
            Ok(Self::new(value))
        });

        $(#[$meta])*
        impl<T: Encode + ?Sized> Encode for $pointer<T> {
            #[inline]
            fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
                T::encode(self, encoder)
            }
        }

        $(#[$meta])*
        impl<Context, T: Decode<Context> + 'static> Decode<Context> for $pointer<[T]> {
            const NEVER_EMPTY: bool = true;

            fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
                Vec::decode(decoder).map(Self::from)
            }
        }

        $(#[$meta])*
        impl<'de, Context, T: BorrowDecode<'de, Context> + 'de> BorrowDecode<'de, Context>
            for $pointer<[T]>
        {
            const NEVER_EMPTY: bool = true;

            fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
                decoder: &mut D,
            ) -> Result<Self, DecodeError> {
                Vec::borrow_decode(decoder).map(Self::from)
            }
        }

        $(#[$meta])*
        impl<Context> Decode<Context> for $pointer<str> {
            const NEVER_EMPTY: bool = true;

            fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
                String::decode(decoder).map(Self::from)
            }
        }

        $(#[$meta])*
        impl<'de, Context> BorrowDecode<'de, Context> for $pointer<str> {
            const NEVER_EMPTY: bool = true;

            fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
                decoder: &mut D,
            ) -> Result<Self, DecodeError> {
                String::decode(decoder).map(Self::from)
            }
        }
    )*};
}

pointers! {
    Box;
    Rc;
    #[cfg(target_has_atomic = "ptr")] Arc;
}

impl<Context, T> Decode<Context> for Cow<'_, T>
where
    T: ToOwned<Owned: Decode<Context>> + ?Sized,
{
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        T::Owned::decode(decoder).map(Cow::Owned)
    }
}

impl<'cow, Context, T> BorrowDecode<'cow, Context> for Cow<'cow, T>
where
    T: ToOwned + ?Sized,
    &'cow T: BorrowDecode<'cow, Context>,
{
    fn borrow_decode<D: BorrowDecoder<'cow, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        <&T>::borrow_decode(decoder).map(Cow::Borrowed)
    }
}

impl<T> Encode for Cow<'_, T>
where
    T: ToOwned + ?Sized,
    for<'a> &'a T: Encode,
{
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_ref().encode(encoder)
    }
}
