//! Types of `core`, `alloc` and `std`, each with all of its impls.
#![forbid(unsafe_code)]

/// `Encode` of types, each by what is written for a value.
macro_rules! encode {
    ($([$($generics:tt)*] $ty:ty: |$value:ident, $encoder:ident| $encode:expr;)*) => {$(
        impl<$($generics)*> crate::enc::Encode for $ty {
            #[inline]
            fn encode<E: crate::enc::Encoder>(
                &self,
                $encoder: &mut E,
            ) -> Result<(), crate::error::EncodeError> {
                let $value = self;
                $encode
            }
        }
    )*};
}

/// `Decode` and `BorrowDecode` of types that hold no others and have bytes, each by what is read, and
/// how many bytes each value has, if all have as many.
macro_rules! decode {
    ($($ty:ty $(, $sizes:expr)?; |$decoder:ident| $decode:expr;)*) => {$(
        impl<Context> crate::de::Decode<Context> for $ty {
            const NEVER_EMPTY: bool = true;
            $(const SIZES: crate::de::Sizes = $sizes;)?

            #[inline]
            fn decode<D: crate::de::Decoder<Context = Context>>(
                $decoder: &mut D,
            ) -> Result<Self, crate::error::DecodeError> {
                $decode
            }
        }
        crate::impl_borrow_decode!($ty);
    )*};
}

/// `Decode` and `BorrowDecode` of a type whose parts are read by `$read`, and whether no value is
/// without bytes: `read!(T)` is a part, `read!(fn T)` what reads it. Those of one part or a few are
/// always inlined: what another function left in memory in two pieces is slow to load as one.
macro_rules! parts {
    (
        #[$inline:meta] $ty:ty,
        <$($param:ident $(: $bound:ident $(+ $bounds:ident)*)?),+ $(; $other:ident: $first:ident + $second:ident)?>,
        $never_empty:expr, |$decoder:ident, $read:ident| $decode:expr
    ) => {
        impl<Context, $($param,)+ $($other)?> crate::de::Decode<Context> for $ty
        where
            $($param: crate::de::Decode<Context> $(+ $bound $(+ $bounds)*)?,)+
            $($other: $first + $second,)?
        {
            const NEVER_EMPTY: bool = $never_empty;

            #[$inline]
            fn decode<D: crate::de::Decoder<Context = Context>>(
                $decoder: &mut D,
            ) -> Result<Self, crate::error::DecodeError> {
                macro_rules! $read {
                    (fn $part:ty) => { <$part as crate::de::Decode<Context>>::decode };
                    ($part:ty) => { <$part as crate::de::Decode<Context>>::decode($decoder)? };
                }
                $decode
            }
        }

        impl<'de, Context, $($param,)+ $($other)?> crate::de::BorrowDecode<'de, Context> for $ty
        where
            $($param: crate::de::BorrowDecode<'de, Context> $(+ $bound $(+ $bounds)*)?,)+
            $($other: $first + $second,)?
        {
            const NEVER_EMPTY: bool = $never_empty;

            #[$inline]
            fn borrow_decode<D: crate::de::BorrowDecoder<'de, Context = Context>>(
                $decoder: &mut D,
            ) -> Result<Self, crate::error::DecodeError> {
                macro_rules! $read {
                    (fn $part:ty) => {
                        <$part as crate::de::BorrowDecode<'de, Context>>::borrow_decode
                    };
                    ($part:ty) => {
                        <$part as crate::de::BorrowDecode<'de, Context>>::borrow_decode($decoder)?
                    };
                }
                $decode
            }
        }
    };
}

#[cfg(feature = "alloc")]
mod alloc;
mod atomics;
mod bytes;
mod cells;
mod choices;
#[cfg(feature = "alloc")]
mod collections;
mod floats;
#[cfg(feature = "std")]
mod hashed;
mod integers;
#[cfg(feature = "std")]
mod net;
mod scalars;
#[cfg(feature = "std")]
mod std;
mod tuples;

pub(crate) use scalars::Scalar;

use crate::config::Wire;
use crate::de::Decoder;
use crate::de::read::Reader as _;
use crate::enc::Encoder;
use crate::enc::write::Writer as _;
use crate::error::{DecodeError, EncodeError, IntegerType};

/// The format of a decoder.
type FormatOf<D> = <<D as Decoder>::C as Wire>::Format;

/// The format of an encoder.
type FormatTo<E> = <<E as Encoder>::C as Wire>::Format;

/// Reads a length.
#[inline]
pub(crate) fn decode_len<D: Decoder>(decoder: &mut D) -> Result<usize, DecodeError> {
    decoder.claim_bytes_read(8)?;
    let len = decoder.reader().int::<FormatOf<D>, u64>(IntegerType::U64)?;
    usize::try_from(len).map_err(|_| DecodeError::OutsideUsizeRange(len))
}

/// Writes a length.
#[inline]
pub(crate) fn encode_len<E: Encoder>(len: usize, encoder: &mut E) -> Result<(), EncodeError> {
    encoder.writer().scalar::<FormatTo<E>, u64>(len as u64)
}

/// Writes a number of values, and these.
#[cfg(feature = "alloc")]
#[inline]
fn encode_each<E: Encoder, T: crate::Encode>(
    values: impl ExactSizeIterator<Item = T>,
    encoder: &mut E,
) -> Result<(), EncodeError> {
    encode_len(values.len(), encoder)?;
    for value in values {
        value.encode(encoder)?;
    }
    Ok(())
}

/// Reads the tag of an option.
#[inline]
pub(crate) fn decode_option_tag<D: Decoder>(
    decoder: &mut D,
    type_name: &'static str,
) -> Result<bool, DecodeError> {
    match integers::byte(decoder)? {
        0 => Ok(false),
        1 => Ok(true),
        found => Err(unexpected(found.into(), 1, type_name)),
    }
}

/// The error for a tag over `max`, which is 1 or 2.
#[cold]
fn unexpected(found: u32, max: u32, type_name: &'static str) -> DecodeError {
    use crate::error::AllowedEnumVariants::Range;
    let allowed = if max == 1 { &Range { min: 0, max: 1 } } else { &Range { min: 0, max: 2 } };
    DecodeError::UnexpectedVariant { type_name, allowed, found }
}
