//! Maps and sets: a count, and the entries in the order of the format.
//!
//! A set is a map to `()`. Where a format sorts by the encoded key, the keys are
//! encoded into memory of their own first and copied from there; values are
//! encoded once, where they go, so that nested maps cost no more a level deeper.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crate::bulk;
use crate::decode::Decodable;
use crate::encode::Encode;
use crate::error::{DecodeError, EncodeError};
use crate::format::{Format, MapOrder};
use crate::key_order::{Order, each, non_canonical};
use crate::reader::Reader;
use crate::size::Size;
use crate::writer::Writer;

/// A map or set, as it is written.
pub(crate) trait Entries {
    /// The key, or the element of a set.
    type Key;
    /// The value; `()` of a set.
    type Value;

    /// In which order the entries come.
    const KIND: Kind;

    /// Whether entries are elements of a set.
    const SET: bool;

    /// Number of entries.
    fn count(&self) -> usize;

    /// The entries in the type's own order.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;

    /// The order of keys; of a type that keeps its own order, always `Less`.
    fn compare(one: &Self::Key, other: &Self::Key) -> Ordering;
}

/// A map or set, as it is read.
pub(crate) trait Collect: Entries {
    /// Removes all entries, and keeps the memory.
    fn clear(&mut self);

    /// Makes room for so many entries.
    fn reserve(&mut self, count: usize);

    /// Adds an entry; of two with the same key, the last counts.
    fn put(&mut self, key: Self::Key, value: Self::Value);
}

/// The size of all encoded entries: a length and a count of elements at least.
#[inline(always)]
pub(crate) fn size<F: Format>() -> Size {
    Size::at_least(F::len_size().min)
}

/// Encoded length of entries, without their count.
#[inline]
pub(crate) fn content_len<F: Format, K: Encode, V: Encode>(
    count: usize,
    entries: impl Iterator<Item = (K, V)>,
) -> usize {
    let size = K::encoded_size::<F>().and(V::encoded_size::<F>());
    if size.fixed {
        return size.min.wrapping_mul(count);
    }
    entries.fold(0usize, |len, (key, value)| {
        len.wrapping_add(key.encoded_len::<F>()).wrapping_add(value.encoded_len::<F>())
    })
}

/// In which order entries come, and whether keys may repeat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of an owned map whose order is the key's, or which keeps its own.
    InOrder,
    /// Of an owned map in no order.
    #[cfg(any(feature = "std", feature = "hashbrown"))]
    Unordered,
    /// Of a borrowed map, in any order and with several of the same key. These
    /// stay in their order: to compare their values would be to encode them, at
    /// each level of maps within maps.
    Lent,
}

/// Writes entries in the order of the format.
#[inline]
pub(crate) fn write<F: Format, K: Encode, V: Encode>(
    w: &mut Writer<'_, F>,
    kind: Kind,
    mut entries: impl Iterator<Item = (K, V)>,
    compare: impl Fn(&K, &K) -> Ordering,
) -> Result<(), EncodeError> {
    match F::MAP_ORDER {
        MapOrder::Key if kind != Kind::InOrder => {
            let mut entries: Vec<_> = entries.collect();
            entries.sort_by(|(one, _), (other, _)| compare(one, other));
            w.hoisted(|w| entries.iter().try_for_each(|(key, value)| write_entry(w, key, value)))
        }
        MapOrder::Iteration | MapOrder::Key => {
            w.hoisted(|w| entries.try_for_each(|(key, value)| write_entry(w, &key, &value)))
        }
        MapOrder::EncodedKey => write_by_encoding(w, entries.collect(), kind),
    }
}

#[inline(always)]
fn write_entry<F: Format, K: Encode, V: Encode>(
    w: &mut Writer<'_, F>,
    key: &K,
    value: &V,
) -> Result<(), EncodeError> {
    key.encode(w)?;
    value.encode(w)
}

/// Encodes what a sort needs to see; an error counts from the writer's offset.
fn to_vec<F: Format>(
    w: &Writer<'_, F>,
    value: &impl Encode,
    bytes: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    F::encode_into(value, bytes).map(drop).map_err(|error| w.error(error.kind()))
}

fn write_by_encoding<F: Format, K: Encode, V: Encode>(
    w: &mut Writer<'_, F>,
    entries: Vec<(K, V)>,
    kind: Kind,
) -> Result<(), EncodeError> {
    let mut keys = Vec::new();
    let mut spans: Vec<(Range<usize>, V)> = Vec::with_capacity(entries.len());
    let mut sorted = true;
    for (key, value) in entries {
        let start = keys.len();
        to_vec(w, &key, &mut keys)?;
        let span = start..keys.len();
        sorted &= spans.last().is_none_or(|(last, _)| keys[last.clone()] < keys[span.clone()]);
        spans.push((span, value));
    }
    if !sorted && kind == Kind::Lent {
        spans.sort_by(|(one, _), (other, _)| keys[one.clone()].cmp(&keys[other.clone()]));
    } else if !sorted {
        sort_by_encoding(w, &keys, &mut spans)?;
    }
    w.hoisted(|w| {
        spans.iter().try_for_each(|(span, value)| {
            w.bytes(&keys[span.clone()])?;
            value.encode(w)
        })
    })
}

/// Sorts by key; of different keys with the same encoding, by value.
fn sort_by_encoding<F: Format, V: Encode>(
    w: &Writer<'_, F>,
    keys: &[u8],
    spans: &mut [(Range<usize>, V)],
) -> Result<(), EncodeError> {
    let mut outcome = Ok(());
    spans.sort_by(|(one, value), (other, other_value)| {
        keys[one.clone()].cmp(&keys[other.clone()]).then_with(|| {
            let (mut bytes, mut other_bytes) = (Vec::new(), Vec::new());
            let encoded = to_vec(w, value, &mut bytes);
            let other_encoded = to_vec(w, other_value, &mut other_bytes);
            if let Err(error) = encoded.and(other_encoded) {
                outcome = Err(error);
            }
            bytes.cmp(&other_bytes)
        })
    });
    outcome
}

/// How many entries there are up to the end of the input.
#[inline]
pub(crate) fn count_rest<F: Format, M: Entries>(r: &mut Reader<'_, F>) -> Result<usize, DecodeError>
where
    M::Key: Decodable,
    M::Value: Decodable,
{
    crate::layout::count_more::ahead(r, |r| {
        M::Key::skip(r)?;
        M::Value::skip(r)
    })
}

/// Decodes so many entries over an existing map or set; `start` is where the
/// count stands.
#[inline]
pub(crate) fn read_into<F: Format, M: Collect>(
    map: &mut M,
    r: &mut Reader<'_, F>,
    start: usize,
    count: usize,
) -> Result<(), DecodeError>
where
    M::Key: Decodable,
    M::Value: Decodable,
{
    map.clear();
    let size = M::Key::size::<F>().and(M::Value::size::<F>());
    bulk::check_count(r, count, size)?;
    let room = bulk::reservation::<(M::Key, M::Value)>(count, r.cursor());
    let mut order = Order::new();
    if F::STRICT && F::MAP_ORDER != MapOrder::EncodedKey {
        let mut entries: Vec<(M::Key, M::Value)> = Vec::with_capacity(room);
        each(r, count, size, |r| {
            let follows = |key: &M::Key| {
                entries.last().is_none_or(|(last, _)| M::compare(last, key) == Ordering::Less)
            };
            let entry = read_entry::<F, M>(r, &mut order, follows)?;
            entries.push(entry);
            Ok(())
        })?;
        map.reserve(entries.len());
        for (key, value) in entries {
            map.put(key, value);
        }
    } else {
        map.reserve(room);
        each(r, count, size, |r| {
            let (key, value) = read_entry::<F, M>(r, &mut order, |_| true)?;
            map.put(key, value);
            Ok(())
        })?;
    }
    if F::STRICT && map.count() != count {
        return Err(non_canonical(start));
    }
    Ok(())
}

#[inline(always)]
fn read_entry<'de, F: Format, M: Entries>(
    r: &mut Reader<'de, F>,
    order: &mut Order<'de>,
    follows: impl FnOnce(&M::Key) -> bool,
) -> Result<(M::Key, M::Value), DecodeError>
where
    M::Key: Decodable,
    M::Value: Decodable,
{
    if M::SET {
        return Ok((order.key(r, M::Key::decode, follows)?, M::Value::decode(r)?));
    }
    let key = r.element(0, |r| order.key(r, M::Key::decode, follows))?;
    Ok((key, r.element(1, M::Value::decode)?))
}
