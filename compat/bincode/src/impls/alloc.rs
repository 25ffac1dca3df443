//! Vectors, strings, boxes and shared pointers.
#![forbid(unsafe_code)]

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::decode_len;
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};

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

decode! {
    String; |decoder| Self::from_utf8(Vec::decode(decoder)?)
        .map_err(|error| DecodeError::Utf8 { inner: error.utf8_error() });
}

/// A pointer to a value, to a slice or to a string.
macro_rules! pointers {
    ($($pointer:ident),*) => {$(
        parts!(#[inline(always)] $pointer<T>, <T>, false, |decoder, read| {
            decoder.descend()?;
            let value = read!(T);
            decoder.ascend();
            decoder.note_heap(size_of::<T>());
            Ok(Self::new(value))
        });
        parts!(#[inline] $pointer<[T]>, <T>, true, |decoder, read| Ok(Self::from(read!(Vec<T>))));
        decode!($pointer<str>; |decoder| String::decode(decoder).map(Self::from););
        encode!([T: Encode + ?Sized] $pointer<T>: |value, encoder| T::encode(value, encoder););
    )*};
}

pointers!(Box, Rc);
#[cfg(target_has_atomic = "ptr")]
pointers!(Arc);

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

encode! {
    [T: Encode] Vec<T>: |values, encoder| values.as_slice().encode(encoder);
    [] String: |text, encoder| text.as_str().encode(encoder);
}

impl<T> Encode for Cow<'_, T>
where
    T: ToOwned + ?Sized,
    for<'a> &'a T: Encode,
{
    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_ref().encode(encoder)
    }
}
