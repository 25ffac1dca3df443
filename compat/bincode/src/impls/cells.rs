//! Wrappers without bytes of their own.
#![forbid(unsafe_code)]

use core::any::type_name;
use core::cell::{Cell, RefCell};
use core::cmp::Reverse;
use core::marker::PhantomData;
use core::num::Wrapping;

use super::choices::parts;
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder, Sizes};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};

parts!(Wrapping<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self(read!(T))));
parts!(Reverse<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self(read!(T))));
parts!(Cell<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));
parts!(RefCell<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));

impl<T: Encode> Encode for Wrapping<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.0.encode(encoder)
    }
}

impl<T: Encode> Encode for Reverse<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.0.encode(encoder)
    }
}

impl<T: Encode + Copy> Encode for Cell<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.get().encode(encoder)
    }
}

impl<T: Encode> Encode for RefCell<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let value = self.try_borrow().map_err(|inner| EncodeError::RefCellAlreadyBorrowed {
            inner,
            type_name: type_name::<Self>(),
        })?;
        value.encode(encoder)
    }
}

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

impl<T> Encode for PhantomData<T> {
    fn encode<E: Encoder>(&self, _: &mut E) -> Result<(), EncodeError> {
        Ok(())
    }
}
