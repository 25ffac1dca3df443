//! Wrappers without bytes of their own.
#![forbid(unsafe_code)]

use core::any::type_name;
use core::cell::{Cell, RefCell};
use core::cmp::Reverse;
use core::marker::PhantomData;
use core::num::Wrapping;

use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder, Sizes};
use crate::enc::Encode;
use crate::error::{DecodeError, EncodeError};

parts!(#[inline(always)] Wrapping<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self(read!(T))));
parts!(#[inline(always)] Reverse<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self(read!(T))));
parts!(#[inline(always)] Cell<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));
parts!(#[inline(always)] RefCell<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));

impl<Context, T> Decode<Context> for PhantomData<T> {
    const SIZES: Sizes = Sizes::always(0);

    fn decode<D: Decoder<Context = Context>>(_: &mut D) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

impl<'de, Context, T> BorrowDecode<'de, Context> for PhantomData<T> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        _: &mut D,
    ) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

encode! {
    [T: Encode] Wrapping<T>: |value, encoder| value.0.encode(encoder);
    [T: Encode] Reverse<T>: |value, encoder| value.0.encode(encoder);
    [T: Encode + Copy] Cell<T>: |cell, encoder| cell.get().encode(encoder);
    [T: Encode] RefCell<T>: |cell, encoder| {
        let type_name = type_name::<Self>();
        cell.try_borrow()
            .map_err(|inner| EncodeError::RefCellAlreadyBorrowed { inner, type_name })?
            .encode(encoder)
    };
    [T] PhantomData<T>: |_value, _encoder| Ok(());
}
