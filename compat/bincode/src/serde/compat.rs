//! Types of serde as fields of types with bincode's traits.
#![forbid(unsafe_code)]

use core::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Borrowing, Owning, Values, Written};
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};

/// A value of serde with bincode's traits: what `#[bincode(with_serde)]` wraps a field in.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use codec_bincode::serde::Compat;
/// let config = codec_bincode::config::standard();
/// let bytes = codec_bincode::encode_to_vec((7u8, Compat("hi")), config)?;
/// assert_eq!(bytes, [7, 2, b'h', b'i']);
/// # }
/// # Ok::<(), codec_bincode::error::EncodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Compat<T>(pub T);

/// Like [`Compat`], for a value that borrows from the input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BorrowCompat<T>(pub T);

impl<Context, T: DeserializeOwned> Decode<Context> for Compat<T> {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        T::deserialize(Values::<_, Owning, DecodeError>::new(decoder)).map(Self)
    }
}

impl<'de, Context, T: DeserializeOwned> BorrowDecode<'de, Context> for Compat<T> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        T::deserialize(Values::<_, Borrowing, DecodeError>::new(decoder)).map(Self)
    }
}

impl<'de, Context, T: Deserialize<'de>> BorrowDecode<'de, Context> for BorrowCompat<T> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        T::deserialize(Values::<_, Borrowing, DecodeError>::new(decoder)).map(Self)
    }
}

macro_rules! written {
    ($($name:ident),*) => {$(
        impl<T: Serialize> Encode for $name<T> {
            fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
                self.0.serialize(Written::<_, EncodeError>::new(encoder))
            }
        }

        impl<T: fmt::Debug> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        impl<T: fmt::Display> fmt::Display for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

written!(Compat, BorrowCompat);
