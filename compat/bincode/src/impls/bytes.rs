//! Bytes, slices, strings and arrays.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::{decode_len, encode_len, integers};
use crate::de::read::{BorrowReader as _, Reader as _};
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder, Sizes};
use crate::enc::Encode;
use crate::error::DecodeError;

impl<Context> Decode<Context> for u8 {
    const NEVER_EMPTY: bool = true;
    const SIZES: Sizes = Sizes::always(1);

    #[inline]
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        integers::byte(decoder)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_vec<D: Decoder<Context = Context>>(
        decoder: &mut D,
        len: usize,
    ) -> Result<Vec<Self>, DecodeError> {
        decoder.claim_bytes_read(len)?;
        decoder.reader().bytes(len)
    }

    #[inline]
    fn decode_array<D: Decoder<Context = Context>, const N: usize>(
        decoder: &mut D,
    ) -> Result<[Self; N], DecodeError> {
        decoder.claim_bytes_read(N)?;
        let mut bytes = [0; N];
        decoder.reader().read(&mut bytes)?;
        Ok(bytes)
    }
}

impl<'de, Context> BorrowDecode<'de, Context> for u8 {
    const NEVER_EMPTY: bool = true;

    #[inline]
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        integers::byte(decoder)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn borrow_decode_vec<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
        len: usize,
    ) -> Result<Vec<Self>, DecodeError> {
        Self::decode_vec(decoder, len)
    }

    #[inline]
    fn borrow_decode_array<D: BorrowDecoder<'de, Context = Context>, const N: usize>(
        decoder: &mut D,
    ) -> Result<[Self; N], DecodeError> {
        Self::decode_array(decoder)
    }
}

impl<'a, 'de: 'a, Context> BorrowDecode<'de, Context> for &'a [u8] {
    const NEVER_EMPTY: bool = true;

    #[inline]
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        decoder.claim_bytes_read(len)?;
        decoder.borrow_reader().take_bytes(len)
    }
}

impl<'a, 'de: 'a, Context> BorrowDecode<'de, Context> for &'a str {
    const NEVER_EMPTY: bool = true;

    #[inline]
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let bytes = <&[u8]>::borrow_decode(decoder)?;
        core::str::from_utf8(bytes).map_err(|inner| DecodeError::Utf8 { inner })
    }
}

impl<Context, T: Decode<Context>, const N: usize> Decode<Context> for [T; N] {
    const NEVER_EMPTY: bool = N > 0 && T::NEVER_EMPTY;
    const SIZES: Sizes = T::SIZES.times(N);

    #[inline]
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        T::decode_array(decoder)
    }
}

impl<'de, Context, T: BorrowDecode<'de, Context>, const N: usize> BorrowDecode<'de, Context>
    for [T; N]
{
    const NEVER_EMPTY: bool = N > 0 && T::NEVER_EMPTY;

    #[inline]
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        T::borrow_decode_array(decoder)
    }
}

encode! {
    [T: Encode] [T]: |values, encoder| {
        encode_len(values.len(), encoder)?;
        T::encode_elements(values, encoder)
    };
    [T: Encode, const N: usize] [T; N]: |values, encoder| T::encode_elements(values, encoder);
    [] str: |text, encoder| text.as_bytes().encode(encoder);
    [T: Encode + ?Sized] &T: |value, encoder| T::encode(value, encoder);
}
