//! Ordered maps and sets, heaps and queues.
#![forbid(unsafe_code)]

use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use alloc::vec::Vec;

use super::{decode_len, encode_each, encode_len};
use crate::de::elements::each;
use crate::enc::Encode;

parts!(#[inline] BTreeMap<K, V>, <K: Ord, V>, true, |decoder, read| {
    let len = decode_len(decoder)?;
    let mut map = Self::new();
    each(decoder, len, <(K, V)>::NEVER_EMPTY, read!(fn (K, V)), |(key, value)| {
        drop(map.insert(key, value));
    })?;
    Ok(map)
});

parts!(#[inline] BTreeSet<T>, <T: Ord>, true, |decoder, read| {
    let len = decode_len(decoder)?;
    let mut set = Self::new();
    each(decoder, len, T::NEVER_EMPTY, read!(fn T), |value| _ = set.insert(value))?;
    Ok(set)
});

parts!(#[inline] BinaryHeap<T>, <T: Ord>, true, |decoder, read| Ok(Self::from(read!(Vec<T>))));
parts!(#[inline] VecDeque<T>, <T>, true, |decoder, read| Ok(Self::from(read!(Vec<T>))));

encode! {
    [K: Encode + Ord, V: Encode] BTreeMap<K, V>: |map, encoder| encode_each(map.iter(), encoder);
    [T: Encode + Ord] BTreeSet<T>: |set, encoder| encode_each(set.iter(), encoder);
    [T: Encode + Ord] BinaryHeap<T>: |heap, encoder| heap.as_slice().encode(encoder);
    [T: Encode] VecDeque<T>: |queue, encoder| {
        encode_len(queue.len(), encoder)?;
        let (front, back) = queue.as_slices();
        T::encode_elements(front, encoder)?;
        T::encode_elements(back, encoder)
    };
}
