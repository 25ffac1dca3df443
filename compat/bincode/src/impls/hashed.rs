//! Hash maps and sets, in iteration order.
#![forbid(unsafe_code)]

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{decode_len, encode_len};
use crate::de::elements::{Growing, collection};
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};

impl<K: Eq + Hash, V, S: BuildHasher> Growing<(K, V)> for HashMap<K, V, S> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn free(&self) -> usize {
        self.capacity() - self.len()
    }

    #[inline]
    fn reserve(&mut self, more: usize, _exact: bool) -> Result<(), DecodeError> {
        self.try_reserve(more).map_err(|_| DecodeError::OutOfMemory)
    }

    #[inline]
    fn put(&mut self, (key, value): (K, V)) {
        self.insert(key, value);
    }
}

impl<T: Eq + Hash, S: BuildHasher> Growing<T> for HashSet<T, S> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn free(&self) -> usize {
        self.capacity() - self.len()
    }

    #[inline]
    fn reserve(&mut self, more: usize, _exact: bool) -> Result<(), DecodeError> {
        self.try_reserve(more).map_err(|_| DecodeError::OutOfMemory)
    }

    #[inline]
    fn put(&mut self, value: T) {
        self.insert(value);
    }
}

impl<Context, K, V, S> Decode<Context> for HashMap<K, V, S>
where
    K: Decode<Context> + Eq + Hash,
    V: Decode<Context>,
    S: BuildHasher + Default,
{
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        collection(decoder, len, <(K, V)>::NEVER_EMPTY, <(K, V)>::decode)
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
        collection(decoder, len, <(K, V)>::NEVER_EMPTY, <(K, V)>::borrow_decode)
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
        collection(decoder, len, T::NEVER_EMPTY, T::decode)
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
        collection(decoder, len, T::NEVER_EMPTY, T::borrow_decode)
    }
}

impl<T: Encode, S> Encode for HashSet<T, S> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encode_len(self.len(), encoder)?;
        self.iter().try_for_each(|value| value.encode(encoder))
    }
}
