//! Ordered maps and sets, heaps and queues.
#![forbid(unsafe_code)]

use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use alloc::vec::Vec;

use super::{decode_len, encode_len};
use crate::de::elements::each;
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};

impl<Context, K: Decode<Context> + Ord, V: Decode<Context>> Decode<Context> for BTreeMap<K, V> {
    const NEVER_EMPTY: bool = true;

    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut map = Self::new();
        each(decoder, len, <(K, V)>::NEVER_EMPTY, <(K, V)>::decode, |(key, value)| {
            drop(map.insert(key, value));
        })?;
        Ok(map)
    }
}

impl<'de, Context, K, V> BorrowDecode<'de, Context> for BTreeMap<K, V>
where
    K: BorrowDecode<'de, Context> + Ord,
    V: BorrowDecode<'de, Context>,
{
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut map = Self::new();
        each(decoder, len, <(K, V)>::NEVER_EMPTY, <(K, V)>::borrow_decode, |(key, value)| {
            drop(map.insert(key, value));
        })?;
        Ok(map)
    }
}

impl<K: Encode + Ord, V: Encode> Encode for BTreeMap<K, V> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encode_len(self.len(), encoder)?;
        self.iter().try_for_each(|entry| entry.encode(encoder))
    }
}

impl<Context, T: Decode<Context> + Ord> Decode<Context> for BTreeSet<T> {
    const NEVER_EMPTY: bool = true;

    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut set = Self::new();
        each(decoder, len, T::NEVER_EMPTY, T::decode, |value| _ = set.insert(value))?;
        Ok(set)
    }
}

impl<'de, Context, T: BorrowDecode<'de, Context> + Ord> BorrowDecode<'de, Context> for BTreeSet<T> {
    const NEVER_EMPTY: bool = true;

    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let len = decode_len(decoder)?;
        let mut set = Self::new();
        each(decoder, len, T::NEVER_EMPTY, T::borrow_decode, |value| _ = set.insert(value))?;
        Ok(set)
    }
}

impl<T: Encode + Ord> Encode for BTreeSet<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encode_len(self.len(), encoder)?;
        self.iter().try_for_each(|value| value.encode(encoder))
    }
}

impl<Context, T: Decode<Context> + Ord> Decode<Context> for BinaryHeap<T> {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Vec::decode(decoder).map(Self::from)
    }
}

impl<'de, Context, T: BorrowDecode<'de, Context> + Ord> BorrowDecode<'de, Context>
    for BinaryHeap<T>
{
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Vec::borrow_decode(decoder).map(Self::from)
    }
}

impl<T: Encode + Ord> Encode for BinaryHeap<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_slice().encode(encoder)
    }
}

impl<Context, T: Decode<Context>> Decode<Context> for VecDeque<T> {
    const NEVER_EMPTY: bool = true;

    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Vec::decode(decoder).map(Self::from)
    }
}

impl<'de, Context, T: BorrowDecode<'de, Context>> BorrowDecode<'de, Context> for VecDeque<T> {
    const NEVER_EMPTY: bool = true;

    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Vec::borrow_decode(decoder).map(Self::from)
    }
}

impl<T: Encode> Encode for VecDeque<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        encode_len(self.len(), encoder)?;
        let (front, back) = self.as_slices();
        T::encode_elements(front, encoder)?;
        T::encode_elements(back, encoder)
    }
}
