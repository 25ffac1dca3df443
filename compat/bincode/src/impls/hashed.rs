//! Hash maps and sets, in iteration order.
#![forbid(unsafe_code)]

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{decode_len, encode_len};
use crate::de::elements::{each, room};
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};

impl<Context, K, V, S> Decode<Context> for HashMap<K, V, S>
where
    K: Decode<Context> + Eq + Hash,
    V: Decode<Context>,
    S: BuildHasher + Default,
{
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut map = Self::with_capacity_and_hasher(room::<D, (K, V)>(decoder, len), S::default());
        each(decoder, len, <(K, V)>::decode, |(key, value)| drop(map.insert(key, value)))?;
        Ok(map)
    }
}

impl<'de, Context, K, V, S> BorrowDecode<'de, Context> for HashMap<K, V, S>
where
    K: BorrowDecode<'de, Context> + Eq + Hash,
    V: BorrowDecode<'de, Context>,
    S: BuildHasher + Default,
{
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut map = Self::with_capacity_and_hasher(room::<D, (K, V)>(decoder, len), S::default());
        each(decoder, len, <(K, V)>::borrow_decode, |(key, value)| drop(map.insert(key, value)))?;
        Ok(map)
    }
}

impl<K: Encode, V: Encode, S> Encode for HashMap<K, V, S> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encode_len(self.len(), encoder)?;
        self.iter().try_for_each(|entry| entry.encode(encoder))
    }
}

impl<Context, T, S> Decode<Context> for HashSet<T, S>
where
    T: Decode<Context> + Eq + Hash,
    S: BuildHasher + Default,
{
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut set = Self::with_capacity_and_hasher(room::<D, T>(decoder, len), S::default());
        each(decoder, len, T::decode, |value| _ = set.insert(value))?;
        Ok(set)
    }
}

impl<'de, Context, T, S> BorrowDecode<'de, Context> for HashSet<T, S>
where
    T: BorrowDecode<'de, Context> + Eq + Hash,
    S: BuildHasher + Default,
{
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut set = Self::with_capacity_and_hasher(room::<D, T>(decoder, len), S::default());
        each(decoder, len, T::borrow_decode, |value| _ = set.insert(value))?;
        Ok(set)
    }
}

impl<T: Encode, S> Encode for HashSet<T, S> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encode_len(self.len(), encoder)?;
        self.iter().try_for_each(|value| value.encode(encoder))
    }
}
