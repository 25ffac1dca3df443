//! Maps and sets: a count, and the entries in the order of the format.
//!
//! A set is a map to `()`. Where a format sorts by the encoded key, the entries are
//! encoded in the map's own order, and then put into the format's order where they
//! are: each is encoded once, however deep maps are nested in the keys of maps.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use super::key_order::{Extent, Order, each, is_alone, non_canonical, sorted};
use super::map_key::refuse_unordered;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::size::Size;
use crate::format::{Format, MapOrder};
use crate::raw;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::decode::Decodable;
use crate::value::encode::{Encode, open_end};
use crate::value::memory::MemoryWalk;
use crate::value::mode::Mode;
use crate::value::varying::encode_field;
use crate::write::writer::Writer;

/// A map or set, as it is written.
pub(crate) trait Entries {
    /// The key, or the element of a set.
    type Key;
    /// The value; `()` of a set.
    type Value;

    /// In which order the entries come.
    const KIND: Kind;

    /// `true` if the entries have an order.
    const ORDERED: bool;

    /// Number of entries.
    fn count(&self) -> usize;

    /// The entries in the type's own order.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;

    /// The order in which keys are written; of a type that keeps its own order, always `Less`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compare(_one: &Self::Key, _other: &Self::Key) -> Ordering {
        Ordering::Less
    }
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

    /// The order in which keys are read; of a type that keeps that of the input, always `Less`.
    fn order(one: &Self::Key, other: &Self::Key) -> Ordering;

    /// Adds an entry; of two with the same key, the last counts.
    fn put(&mut self, key: Self::Key, value: Self::Value);
}

/// The size of all encoded entries: a length and a count of elements at least.
#[cfg_attr(not(debug_assertions), inline(always))]
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
    // Not by `fold`: that of a hash table has four stack frames without optimisation.
    let mut len = 0usize;
    for (key, value) in entries {
        len = len.wrapping_add(key.encoded_len::<F>()).wrapping_add(value.encoded_len::<F>());
    }
    len
}

/// In which order entries come, and whether keys may repeat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The entries of an owned map in the order of keys, or in one that the map keeps.
    InOrder,
    /// The entries of an owned map in no order.
    #[cfg(any(feature = "std", feature = "hashbrown", feature = "hashbrown-0-15"))]
    Unordered,
    /// The entries of a borrowed map, in any order and with several of the same key. These
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
    const { open_end(&[K::OPEN, V::OPEN, false]) };
    // Constants: a format that never sorts does not have to compile how.
    if const { matches!(F::RULES.map_order, MapOrder::EncodedKey) } {
        return write_by_encoding(w, kind, &mut entries);
    }
    if const { matches!(F::RULES.map_order, MapOrder::Key) } && kind != Kind::InOrder {
        return write_by_key(w, &mut entries, compare);
    }
    w.hoisted(|w| entries.try_for_each(|(key, value)| write_entry(w, &key, &value)))
}

fn write_by_key<F: Format, K: Encode, V: Encode>(
    w: &mut Writer<'_, F>,
    entries: &mut impl Iterator<Item = (K, V)>,
    compare: impl Fn(&K, &K) -> Ordering,
) -> Result<(), EncodeError> {
    let Some(mut list) = raw::vector(entries.size_hint().0) else {
        return Err(w.error(EncodeErrorKind::OutOfMemory));
    };
    list.extend(entries);
    let key = |place: usize| list.get(place).map(|(key, _)| key);
    let mut compare = |one, other| match (key(one), key(other)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    };
    let Some(order) = sorted(list.len(), &mut compare) else {
        return Err(w.error(EncodeErrorKind::OutOfMemory));
    };
    let mut entries = order.into_iter().filter_map(|place| list.get(place));
    w.hoisted(|w| entries.try_for_each(|(key, value)| write_entry(w, key, value)))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn write_entry<F: Format, K: Encode, V: Encode>(
    w: &mut Writer<'_, F>,
    key: &K,
    value: &V,
) -> Result<(), EncodeError> {
    encode_field(key, w)?;
    encode_field(value, w)
}

/// The position of an encoded entry, counted from the first one.
struct Span {
    key: Range<usize>,
    value: Range<usize>,
}

fn write_by_encoding<F: Format, K: Encode, V: Encode>(
    w: &mut Writer<'_, F>,
    kind: Kind,
    entries: &mut impl Iterator<Item = (K, V)>,
) -> Result<(), EncodeError> {
    let mark = w.written();
    let Some(spans) = raw::vector::<Span>(entries.size_hint().0) else {
        return Err(w.error(EncodeErrorKind::OutOfMemory));
    };
    let mut written = Written { mark, spans, sorted: true };
    w.hoisted(|w| {
        entries.try_for_each(|(key, value)| {
            let start = w.written();
            encode_field(&key, w)?;
            let middle = w.written();
            encode_field(&value, w)?;
            written.add(w, start, middle)
        })
    })?;
    written.sort(w, kind)
}

/// Entries that were written one after another. What does not recurse is in separate functions,
/// whose stack frames are gone where maps nest.
struct Written {
    /// The offset of the first entry.
    mark: usize,
    spans: Vec<Span>,
    /// `true` if each key was greater than the one before it.
    sorted: bool,
}

impl Written {
    /// Adds an entry that was written, from `start`, with its value from `middle`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add<F: Format>(
        &mut self,
        w: &mut Writer<'_, F>,
        start: usize,
        middle: usize,
    ) -> Result<(), EncodeError> {
        let from = |place: usize| place.checked_sub(self.mark);
        let (Some(start), Some(middle), Some(end)) = (from(start), from(middle), from(w.written()))
        else {
            return Err(w.error(EncodeErrorKind::ForeignWriter));
        };
        let span = Span { key: start..middle, value: middle..end };
        if let Some(last) = self.spans.last() {
            let bytes = &*w.output().written_since(self.mark);
            self.sorted &= bytes.get(last.key.clone()) < bytes.get(span.key.clone());
        }
        self.spans.push(span);
        Ok(())
    }

    /// Puts the entries into the order of their keys.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sort<F: Format>(self, w: &mut Writer<'_, F>, kind: Kind) -> Result<(), EncodeError> {
        if self.sorted {
            return Ok(());
        }
        let bytes = w.output().written_since(self.mark);
        let Some(before) = raw::copied(bytes) else {
            return Err(w.error(EncodeErrorKind::OutOfMemory));
        };
        let Some(order) = order(&before, kind, &self.spans) else {
            return Err(w.error(EncodeErrorKind::OutOfMemory));
        };
        if arrange(w.output().written_since(self.mark), &before, &self.spans, order).is_some() {
            return Ok(());
        }
        Err(w.error(EncodeErrorKind::ForeignWriter))
    }
}

/// The order of encoded entries by their keys; of different keys of an owned map with the same
/// encoding, by their values. `None` when there is no memory.
fn order(bytes: &[u8], kind: Kind, spans: &[Span]) -> Option<Vec<usize>> {
    let part = |place: usize, of: fn(&Span) -> &Range<usize>| {
        spans.get(place).and_then(|span| bytes.get(of(span).clone()))
    };
    sorted(spans.len(), &mut |one, other| {
        let by = |of| part(one, of).cmp(&part(other, of));
        let by_key = by(|span| &span.key);
        if kind == Kind::Lent { by_key } else { by_key.then_with(|| by(|span| &span.value)) }
    })
}

/// Puts encoded entries, which are in this order in `before`, into another one. `None` when a span
/// is outside the bytes.
fn arrange(bytes: &mut [u8], before: &[u8], spans: &[Span], order: Vec<usize>) -> Option<()> {
    let mut rest = bytes;
    for place in order {
        let Span { key, value } = spans.get(place)?;
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

/// Adds the memory that a map or set allocates, as [`read_into`] charges it.
pub(crate) fn memory<F: Format, M: Entries<Key: Decodable, Value: Decodable>>(
    walk: &mut MemoryWalk,
) {
    walk.once(const { slot::<M>() * 10 });
    walk.elements::<F, (M::Key, M::Value)>(const { slot::<M>() * 5 / 2 });
}

/// Decodes entries into an empty map or set, or over what one holds (`OVER`), whose
/// entries then lend their memory to the new ones. `start` is where the count is,
/// or the entries begin.
#[inline]
pub(crate) fn read_into<'de, F: Format, M: Collect, W, const OVER: bool>(
    map: &mut M,
    r: &mut Reader<'de, F>,
    start: usize,
    extent: Extent,
) -> Result<(), DecodeError>
where
    W: Mode<'de, M::Key> + Mode<'de, M::Value>,
{
    const {
        if F::RULES.strict {
            refuse_unordered::<F>(M::ORDERED);
        }
    }
    let mut filling = filling::<M, OVER>(map);
    let memory = const { slot::<M>() * 5 / 2 };
    claim_room::<F, M, W>(filling.map, r, extent)?;
    let entry = |r: &mut Reader<'de, F>| {
        if OVER && let Some(old) = filling.spare.as_mut().and_then(Iterator::next) {
            return filling.read_over::<F, W>(r, old);
        }
        filling.read::<F, W>(r)
    };
    let count = match extent {
        Extent::Rest => bulk::until_end(r, memory, entry)?,
        Extent::Count(count) => {
            each(r, count, (entry_size::<F, M, W>(), memory), entry)?;
            count
        }
    };
    filling.finish(r, count, start)
}

/// The size of an entry.
#[cfg_attr(not(debug_assertions), inline(always))]
fn entry_size<'de, F: Format, M: Collect, W: Mode<'de, M::Key> + Mode<'de, M::Value>>() -> Size {
    <W as Mode<'de, M::Key>>::size::<F>().and(<W as Mode<'de, M::Value>>::size::<F>())
}

/// An empty map, or (`OVER`) one whose entries are removed and kept where they have memory to lend.
#[cfg_attr(not(debug_assertions), inline(always))]
fn filling<'de, M: Collect, const OVER: bool>(
    map: &mut M,
) -> Filling<'_, 'de, M, impl Iterator<Item = (M::Key, M::Value)> + use<M, OVER>> {
    let lends = OVER && core::mem::needs_drop::<(M::Key, M::Value)>() && map.count() > 0;
    let spare = lends.then(|| map.take_entries());
    if OVER {
        map.clear();
    }
    Filling { map, spare, order: Order::new(), last: None }
}

/// Claims entries, and makes room for as many as there may be at once. A separate function, so that
/// maps that nest don't have its frame on the stack.
#[cfg_attr(not(debug_assertions), inline(always))]
fn claim_room<'de, F: Format, M: Collect, W: Mode<'de, M::Key> + Mode<'de, M::Value>>(
    map: &mut M,
    r: &mut Reader<'_, F>,
    extent: Extent,
) -> Result<(), DecodeError> {
    let is_empty = match extent {
        Extent::Count(count) => {
            let memory = const { slot::<M>() * 5 / 2 };
            bulk::claim(r, count, entry_size::<F, M, W>(), memory, true)?;
            if !map.reserve(bulk::reservation::<(M::Key, M::Value)>(count, r.cursor())) {
                return Err(r.error(DecodeErrorKind::OutOfMemory));
            }
            count == 0
        }
        Extent::Rest => {
            r.fetch_all();
            r.remaining() == 0
        }
    };
    if is_empty { Ok(()) } else { r.charge(const { slot::<M>() * 10 }) }
}

/// A map or set whose entries are being read. What does not recurse is in separate functions, whose
/// stack frames are gone where maps nest.
struct Filling<'m, 'de, M: Collect, S> {
    map: &'m mut M,
    /// The entries that the map held, in whose memory new ones are read.
    spare: Option<S>,
    order: Order<'de>,
    /// The entry before the next one, under a strict format that sorts by the key.
    last: Option<(M::Key, M::Value)>,
}

impl<'de, M: Collect, S> Filling<'_, 'de, M, S> {
    /// Returns whether an entry is the key alone. The first part is a constant, so that most maps
    /// have no stack for that branch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_key<F: Format, W: Mode<'de, M::Value>>() -> bool {
        (const { size_of::<M::Value>() == 0 }) && is_alone::<M::Value>(W::size::<F>())
    }

    /// Reads an entry and adds it.
    #[expect(clippy::question_mark, reason = "`?` keeps three more copies in each level's frame")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format, W>(&mut self, r: &mut Reader<'de, F>) -> Result<(), DecodeError>
    where
        W: Mode<'de, M::Key> + Mode<'de, M::Value>,
    {
        let pair = !Self::is_key::<F, W>();
        let before = begin_key(r, pair);
        let key: M::Key = match W::read(r) {
            Ok(key) => key,
            Err(error) => return Err(error),
        };
        self.end_key(r, pair, &key, before)?;
        match W::read(r) {
            Ok(value) => self.end(r, pair, key, value),
            Err(error) => Err(error),
        }
    }

    /// Like [`read`](Self::read), over another entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_over<F: Format, W>(
        &mut self,
        r: &mut Reader<'de, F>,
        (mut key, mut value): (M::Key, M::Value),
    ) -> Result<(), DecodeError>
    where
        W: Mode<'de, M::Key> + Mode<'de, M::Value>,
    {
        let pair = !Self::is_key::<F, W>();
        let before = begin_key(r, pair);
        W::read_into(&mut key, r)?;
        self.end_key(r, pair, &key, before)?;
        W::read_into(&mut value, r)?;
        self.end(r, pair, key, value)
    }

    /// Between a key and its value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_key<F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        pair: bool,
        key: &M::Key,
        before: (usize, &'de [u8]),
    ) -> Result<(), DecodeError> {
        let last = &self.last;
        let follows =
            || last.as_ref().is_none_or(|(last, _)| M::order(last, key) == Ordering::Less);
        self.order.check(r, before, follows)?;
        if pair {
            r.leave();
            r.enter_element(1);
        }
        Ok(())
    }

    /// After an entry: adds it, or under a strict format that sorts by the key the one before it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end<F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        pair: bool,
        key: M::Key,
        value: M::Value,
    ) -> Result<(), DecodeError> {
        if pair {
            r.leave();
        }
        if const { F::RULES.strict && !matches!(F::RULES.map_order, MapOrder::EncodedKey) } {
            let before = self.last.replace((key, value));
            return before.map_or(Ok(()), |(key, value)| self.keep(r, key, value));
        }
        self.keep(r, key, value)
    }

    /// Adds an entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep<F: Format>(
        &mut self,
        r: &Reader<'_, F>,
        key: M::Key,
        value: M::Value,
    ) -> Result<(), DecodeError> {
        if !self.map.reserve(1) {
            return Err(r.error(DecodeErrorKind::OutOfMemory));
        }
        self.map.put(key, value);
        Ok(())
    }

    /// Adds the last entry, and checks that no two had the same key.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<F: Format>(
        &mut self,
        r: &Reader<'_, F>,
        count: usize,
        start: usize,
    ) -> Result<(), DecodeError> {
        if let Some((key, value)) = self.last.take() {
            self.keep(r, key, value)?;
        }
        if const { F::RULES.strict } && self.map.count() != count {
            return Err(non_canonical(start));
        }
        Ok(())
    }
}

/// Before a key, of an entry that is a `pair` in a trace.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begin_key<'de, F: Format>(r: &mut Reader<'de, F>, pair: bool) -> (usize, &'de [u8]) {
    if pair {
        r.enter_element(0);
    }
    (r.offset(), r.cursor().rest())
}
