//! Maps and sets: a count, and the entries in the order of the format.
//!
//! A set is a map to `()`. Where a format sorts by the encoded key, the entries are
//! encoded in the map's own order, and then put into the format's order where they
//! lie: each is encoded once, however deep maps stand in the keys of maps.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use super::key_order::{Extent, Order, each, is_alone, non_canonical};
use super::map_key::refuse_unordered;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::size::Size;
use crate::format::{Format, MapOrder};
use crate::raw;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::value::memory::MemoryWalk;
use crate::value::way::Way;
use crate::write::writer::Writer;

/// A map or set, as it is written.
pub(crate) trait Entries {
    /// The key, or the element of a set.
    type Key;
    /// The value; `()` of a set.
    type Value;

    /// In which order the entries come.
    const KIND: Kind;

    /// Whether the entries have an order.
    const ORDERED: bool;

    /// Number of entries.
    fn count(&self) -> usize;

    /// The entries in the type's own order.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;

    /// The order of keys; of a type that keeps its own order, always `Less`.
    fn compare(one: &Self::Key, other: &Self::Key) -> Ordering;
}

/// A map or set, as it is read.
pub(crate) trait Collect: Entries {
    /// Removes all entries, and keeps the memory of the map itself, if it can.
    fn clear(&mut self);

    /// Takes all entries out, and keeps the memory of the map itself, if it can.
    fn take_entries(&mut self) -> impl Iterator<Item = (Self::Key, Self::Value)> + use<Self>;

    /// Makes room for this many entries; `false` when there is no memory for them. A tree
    /// makes none before an entry comes.
    fn reserve(&mut self, count: usize) -> bool;

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
    #[cfg(any(feature = "std", feature = "hashbrown", feature = "hashbrown-0-15"))]
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
    match F::RULES.map_order {
        MapOrder::Key if kind != Kind::InOrder => {
            let Some(mut list) = raw::vector(entries.size_hint().0) else {
                return Err(w.error(EncodeErrorKind::OutOfMemory));
            };
            list.extend(entries);
            // A stable sort may allocate.
            if kind == Kind::Lent {
                list.sort_by(|(one, _), (other, _)| compare(one, other));
            } else {
                list.sort_unstable_by(|(one, _), (other, _)| compare(one, other));
            }
            w.hoisted(|w| list.iter().try_for_each(|(key, value)| write_entry(w, key, value)))
        }
        MapOrder::Iteration | MapOrder::Key => {
            w.hoisted(|w| entries.try_for_each(|(key, value)| write_entry(w, &key, &value)))
        }
        MapOrder::EncodedKey => write_by_encoding(w, kind, entries),
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

/// Where an encoded entry lies, counted from the first one.
struct Span {
    key: Range<usize>,
    value: Range<usize>,
}

fn write_by_encoding<F: Format, K: Encode, V: Encode>(
    w: &mut Writer<'_, F>,
    kind: Kind,
    entries: impl Iterator<Item = (K, V)>,
) -> Result<(), EncodeError> {
    let mark = w.written();
    let Some(mut spans) = raw::vector::<Span>(entries.size_hint().0) else {
        return Err(w.error(EncodeErrorKind::OutOfMemory));
    };
    let mut sorted = true;
    w.hoisted(|w| {
        for (key, value) in entries {
            let start = w.written();
            key.encode(w)?;
            let middle = w.written();
            value.encode(w)?;
            let end = w.written();
            let (Some(start), Some(middle), Some(end)) =
                (start.checked_sub(mark), middle.checked_sub(mark), end.checked_sub(mark))
            else {
                return Err(w.error(EncodeErrorKind::ForeignWriter));
            };
            let span = Span { key: start..middle, value: middle..end };
            if let Some(last) = spans.last() {
                let bytes = &*w.output().written_since(mark);
                sorted &= bytes.get(last.key.clone()) < bytes.get(span.key.clone());
            }
            spans.push(span);
        }
        Ok(())
    })?;
    if sorted {
        return Ok(());
    }
    let bytes = w.output().written_since(mark);
    let Some(before) = raw::copied(bytes) else {
        return Err(w.error(EncodeErrorKind::OutOfMemory));
    };
    if sort(bytes, &before, kind, spans).is_some() {
        return Ok(());
    }
    Err(w.error(EncodeErrorKind::ForeignWriter))
}

/// Puts encoded entries into the order of their keys; different keys of an owned map
/// with the same encoding, by their values. `None` when a span lies outside the bytes.
fn sort(bytes: &mut [u8], before: &[u8], kind: Kind, mut spans: Vec<Span>) -> Option<()> {
    let at = |span: &Range<usize>| before.get(span.clone());
    // By their place last, which makes an unstable sort do: a stable one allocates.
    spans.sort_unstable_by(|one, other| {
        let by_value = || {
            if kind == Kind::Lent {
                return one.key.start.cmp(&other.key.start);
            }
            at(&one.value).cmp(&at(&other.value))
        };
        at(&one.key).cmp(&at(&other.key)).then_with(by_value)
    });
    let mut rest = bytes;
    for Span { key, value } in spans {
        let entry = before.get(key.start..value.end)?;
        rest.split_off_mut(..entry.len())?.copy_from_slice(entry);
    }
    Some(())
}

/// Heap memory that an entry takes in a node or a table, in bytes: both may be half
/// empty, and one of a few entries has room for ten more.
pub(crate) const fn slot<M: Entries>() -> usize {
    size_of::<(M::Key, M::Value)>() + size_of::<usize>()
}

/// What a map or set allocates, as [`read_into`] charges it.
pub(crate) fn memory<F: Format, M: Entries<Key: Decodable, Value: Decodable>>(
    walk: &mut MemoryWalk,
) {
    walk.once(const { slot::<M>() * 10 });
    walk.elements::<F, (M::Key, M::Value)>(const { slot::<M>() * 5 / 2 });
}

/// Decodes entries into an empty map or set, or over what one holds (`OVER`), whose
/// entries then lend their memory to the new ones. `start` is where the count stands,
/// or the entries begin.
#[inline]
pub(crate) fn read_into<'de, F: Format, M: Collect, W, const OVER: bool>(
    map: &mut M,
    r: &mut Reader<'de, F>,
    start: usize,
    extent: Extent,
) -> Result<(), DecodeError>
where
    W: Way<'de, M::Key> + Way<'de, M::Value>,
{
    const {
        if F::RULES.strict {
            refuse_unordered::<F>(M::ORDERED);
        }
    }
    let mut spare = if OVER { emptied(map) } else { None };
    let size = <W as Way<'de, M::Key>>::size::<F>().and(<W as Way<'de, M::Value>>::size::<F>());
    let memory = const { slot::<M>() * 5 / 2 };
    claim_room(map, r, extent, (size, memory))?;
    let mut order = Order::new();
    let mut last: Option<(M::Key, M::Value)> = None;
    let entry = |r: &mut Reader<'de, F>| {
        let old = spare.as_mut().and_then(Iterator::next);
        read_entry::<F, M, W>(r, map, &mut order, old, &mut last)
    };
    let count = match extent {
        Extent::Rest => bulk::until_end(r, memory, entry)?,
        Extent::Count(count) => each(r, count, (size, memory), entry).map(|()| count)?,
    };
    finish(map, r, last, count, start)
}

/// Removes all entries of a map, and returns those that have memory to lend.
#[inline]
fn emptied<M: Collect>(map: &mut M) -> Option<impl Iterator<Item = (M::Key, M::Value)> + use<M>> {
    let lends = core::mem::needs_drop::<(M::Key, M::Value)>() && map.count() > 0;
    let spare = lends.then(|| map.take_entries());
    map.clear();
    spare
}

/// Adds the last entry, and checks that no two had the same key.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn finish<F: Format, M: Collect>(
    map: &mut M,
    r: &Reader<'_, F>,
    last: Option<(M::Key, M::Value)>,
    count: usize,
    start: usize,
) -> Result<(), DecodeError> {
    keep(map, r, last)?;
    if F::RULES.strict && map.count() != count {
        return Err(non_canonical(start));
    }
    Ok(())
}

/// Claims entries, and makes room for as many as there may be at once. A function of its
/// own, so that maps that nest don't have its frame on the stack.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn claim_room<F: Format, M: Collect>(
    map: &mut M,
    r: &mut Reader<'_, F>,
    extent: Extent,
    (size, memory): (Size, usize),
) -> Result<(), DecodeError> {
    if let Extent::Count(count) = extent {
        bulk::claim(r, count, size, memory, true)?;
        if !map.reserve(bulk::reservation::<(M::Key, M::Value)>(count, r.cursor())) {
            return Err(r.error(DecodeErrorKind::OutOfMemory));
        }
    }
    if matches!(extent, Extent::Count(0)) { Ok(()) } else { r.charge(const { slot::<M>() * 10 }) }
}

/// Adds an entry, if there is one.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn keep<F: Format, M: Collect>(
    map: &mut M,
    r: &Reader<'_, F>,
    entry: Option<(M::Key, M::Value)>,
) -> Result<(), DecodeError> {
    let Some((key, value)) = entry else { return Ok(()) };
    if !map.reserve(1) {
        return Err(r.error(DecodeErrorKind::OutOfMemory));
    }
    map.put(key, value);
    Ok(())
}

/// Reads an entry and adds it; under a strict format that sorts by the key, the one before it, with
/// which it is compared first. What does not recurse are functions of their own, whose frames are
/// gone where maps nest.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_entry<'de, F: Format, M: Collect, W>(
    r: &mut Reader<'de, F>,
    map: &mut M,
    order: &mut Order<'de>,
    old: Option<(M::Key, M::Value)>,
    last: &mut Option<(M::Key, M::Value)>,
) -> Result<(), DecodeError>
where
    W: Way<'de, M::Key> + Way<'de, M::Value>,
{
    let (old_key, old_value) = old.unzip();
    let follows = |key: &M::Key| {
        last.as_ref().is_none_or(|(last, _)| M::compare(last, key) == Ordering::Less)
    };
    let read = |r: &mut Reader<'de, F>| order.key(r, |r| W::read_over(r, old_key), follows);
    // The first part is a constant, so that most maps have no stack for this branch.
    if const { size_of::<M::Value>() == 0 }
        && is_alone::<M::Value>(<W as Way<'de, M::Value>>::size::<F>())
    {
        let key = read(r)?;
        let value = W::read_over(r, old_value)?;
        return keep_next(map, r, (key, value), last);
    }
    let key = r.element(0, read)?;
    // As `element` and `read_over`, which without optimisation are two more stack frames per level.
    r.enter_element(1);
    let value = match old_value {
        None => W::read(r)?,
        Some(mut value) => {
            W::read_into(&mut value, r)?;
            value
        }
    };
    r.leave();
    keep_next(map, r, (key, value), last)
}

/// Adds an entry, or under a strict format that sorts by the key the one before it.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn keep_next<F: Format, M: Collect>(
    map: &mut M,
    r: &Reader<'_, F>,
    entry: (M::Key, M::Value),
    last: &mut Option<(M::Key, M::Value)>,
) -> Result<(), DecodeError> {
    let by_key = F::RULES.strict && F::RULES.map_order != MapOrder::EncodedKey;
    keep(map, r, if by_key { last.replace(entry) } else { Some(entry) })
}
