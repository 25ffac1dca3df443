//! Integers, and types encoded as one.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::num::NonZero;

use super::FormatOf;
use crate::de::read::Reader as _;
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder, Sizes};
use crate::error::{DecodeError, IntegerType};

/// Reads a byte.
#[inline(always)]
pub(super) fn byte<D: Decoder>(decoder: &mut D) -> Result<u8, DecodeError> {
    decoder.claim_bytes_read(1)?;
    let mut byte = [0];
    decoder.reader().read(&mut byte)?;
    Ok(byte[0])
}

macro_rules! integers {
    ($($int:ident $name:ident $size:literal;)*) => {$(
        impl<Context> Decode<Context> for $int {
            const NEVER_EMPTY: bool = true;
            const SIZES: Sizes = Sizes::integer($size);

            #[inline]
            fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
                decoder.claim_bytes_read($size)?;
                decoder.reader().int::<FormatOf<D>, $int>(IntegerType::$name)
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn decode_vec<D: Decoder<Context = Context>>(
                decoder: &mut D,
                len: usize,
            ) -> Result<Vec<Self>, DecodeError> {
                decoder.claim_container_read::<$int>(len)?;
                let mut values = Vec::new();
                decoder.reader().ints::<FormatOf<D>, $int>(&mut values, len, IntegerType::$name)?;
                Ok(values)
            }
        }

        impl<'de, Context> BorrowDecode<'de, Context> for $int {
            const NEVER_EMPTY: bool = true;

            #[inline]
            fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
                decoder: &mut D,
            ) -> Result<Self, DecodeError> {
                Self::decode(decoder)
            }

            #[cfg(feature = "alloc")]
            fn borrow_decode_vec<D: BorrowDecoder<'de, Context = Context>>(
                decoder: &mut D,
                len: usize,
            ) -> Result<Vec<Self>, DecodeError> {
                Self::decode_vec(decoder, len)
            }
        }
    )*};
}

integers! {
    u16 U16 2;
    u32 U32 4;
    u64 U64 8;
    u128 U128 16;
    i16 I16 2;
    i32 I32 4;
    i64 I64 8;
    i128 I128 16;
}

macro_rules! by_width {
    ($($int:ident $name:ident $wide:ident;)*) => {$(
        decode!($int, Sizes::integer(8); |decoder| {
            decoder.claim_bytes_read(8)?;
            let wide = decoder.reader().int::<FormatOf<D>, $wide>(IntegerType::$name)?;
            Self::try_from(wide)
                .map_err(|_| DecodeError::OutsideUsizeRange(u64::from_ne_bytes(wide.to_ne_bytes())))
        };);
    )*};
}

by_width! {
    usize Usize u64;
    isize Isize i64;
}

decode! {
    i8, Sizes::always(1); |decoder| byte(decoder).map(u8::cast_signed);
    bool, Sizes::always(1); |decoder| match byte(decoder)? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(DecodeError::InvalidBooleanValue(other)),
    };
}

macro_rules! non_zero {
    ($($int:ident $name:ident;)*) => {$(
        decode!(NonZero<$int>, <$int as Decode<Context>>::SIZES; |decoder| {
            Self::new($int::decode(decoder)?)
                .ok_or(DecodeError::NonZeroTypeIsZero { non_zero_type: IntegerType::$name })
        };);
        encode!([] NonZero<$int>: |number, encoder| number.get().encode(encoder););
    )*};
}

non_zero! {
    u8 U8; u16 U16; u32 U32; u64 U64; u128 U128; usize Usize;
    i8 I8; i16 I16; i32 I32; i64 I64; i128 I128; isize Isize;
}
