//! The entries of a map or set, and under a strict format the order of their keys.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Content, Feed, Field, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::form::entries::{Collect, slot};
use crate::form::key_order::non_canonical;
use crate::form::map_key::refuse_unordered;
use crate::format::size::Size;
use crate::format::{Format, MapOrder};
use crate::raw;

/// The entry that was cut.
type Entry<K, V, F> =
    (Field<K, <K as PushDecode>::Decoder<F>>, Field<V, <V as PushDecode>::Decoder<F>>);

/// The state of `count` entries of a map `M`; a set is a map to `()`.
pub struct Entries<F: Format, K: PushDecode, V: PushDecode, M> {
    map: M,
    count: usize,
    read: usize,
    /// Offset of an error about the count.
    start: usize,
    /// Offset of the content.
    content: usize,
    entry: Option<Box<Entry<K, V, F>>>,
    /// Offset of the key that is read.
    key_start: usize,
    /// The memory budget left there.
    left: usize,
    /// The bytes, and those of the key before it, where a format sorts by them.
    key: Vec<u8>,
    last_key: Option<Vec<u8>>,
    /// The entries, where they must be compared with each other.
    listed: Vec<(K, V)>,
}

super::resume::state!({F: Format, K: PushDecode, V: PushDecode, M} Entries<F, K, V, M>);

impl<F, K, V, M> Content for Entries<F, K, V, M>
where
    F: Format,
    K: PushDecode,
    V: PushDecode,
    M: Collect<Key = K, Value = V> + Default,
{
    type Value = M;

    fn begin(count: usize, start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        const {
            if F::RULES.strict {
                refuse_unordered::<F>(M::ORDERED);
            }
        }
        let content = feed.begin_elements(count, (Self::size(), slot::<M>()))?;
        Ok(Self {
            map: M::default(),
            count,
            read: 0,
            start,
            content,
            entry: None,
            key_start: content,
            left: 0,
            key: Vec::new(),
            last_key: None,
            listed: Vec::new(),
        })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<M>, DecodeError> {
        let nests = !Self::size().fixed;
        feed.descend(nests)?;
        let done = self.read(feed)?;
        feed.ascend(nests);
        if !done {
            return Ok(None);
        }
        for (key, value) in core::mem::take(&mut self.listed) {
            self.place(key, value, feed)?;
        }
        if F::RULES.strict && self.map.count() != self.count {
            return Err(non_canonical(self.start));
        }
        Ok(Some(core::mem::take(&mut self.map)))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || K::Decoder::<F>::is_open(fuel) || V::Decoder::<F>::is_open(fuel)
    }
}

/// An entry, if it is complete.
type Outcome<E> = Result<Option<(<E as Reading>::Key, <E as Reading>::Value)>, DecodeError>;

/// Reading entries. A trait, since maps are known by one of the crate's own.
trait Reading: Sized {
    type Key;
    type Value;

    /// `true` if keys are compared by their bytes.
    const BY_BYTES: bool;
    /// `true` if they are compared by their `Ord`.
    const BY_KEY: bool;

    /// The size of an entry.
    fn size() -> Size;

    /// Resumes; returns whether all entries were read.
    fn read(&mut self, feed: &mut Feed<'_>) -> Result<bool, DecodeError>;

    /// The entries that are complete in this piece.
    fn read_whole(&mut self, feed: &mut Feed<'_>) -> Result<(), DecodeError>;

    /// The entry that is cut, or compared with the one before it.
    fn read_cut(&mut self, feed: &mut Feed<'_>) -> Outcome<Self>;

    /// Adds an entry, where it starts, and the memory budget left there.
    fn put(
        &mut self,
        key: Self::Key,
        value: Self::Value,
        start: (usize, usize),
        feed: &mut Feed<'_>,
    ) -> Result<(), DecodeError>;

    /// Adds an entry to the map.
    fn place(
        &mut self,
        key: Self::Key,
        value: Self::Value,
        feed: &Feed<'_>,
    ) -> Result<(), DecodeError>;
}

impl<F, K, V, M> Reading for Entries<F, K, V, M>
where
    F: Format,
    K: PushDecode,
    V: PushDecode,
    M: Collect<Key = K, Value = V>,
{
    type Key = K;
    type Value = V;
    const BY_BYTES: bool = F::RULES.strict && matches!(F::RULES.map_order, MapOrder::EncodedKey);
    const BY_KEY: bool = F::RULES.strict && !Self::BY_BYTES;

    fn size() -> Size {
        K::size::<F>().and(V::size::<F>())
    }

    fn read(&mut self, feed: &mut Feed<'_>) -> Result<bool, DecodeError> {
        while self.read < self.count {
            if !F::RULES.strict && self.entry.as_ref().is_none_or(|entry| entry.0.is_start()) {
                self.read_whole(feed)?;
                if self.read == self.count {
                    break;
                }
            }
            let Some((key, value)) = self.read_cut(feed)? else { return Ok(false) };
            self.put(key, value, (self.key_start, self.left), feed)?;
        }
        Ok(true)
    }

    fn read_whole(&mut self, feed: &mut Feed<'_>) -> Result<(), DecodeError> {
        let min = Self::size().min;
        while self.read < self.count && feed.may_try(min) {
            let start = (feed.offset(), feed.budget.memory);
            let mut r = feed.reader::<F>();
            let entry = K::decode(&mut r).and_then(|key| Ok((key, V::decode(&mut r)?)));
            match entry {
                Ok((key, value)) if feed.is_whole(r.remaining()) => {
                    feed.pass_to(&r);
                    self.put(key, value, start, feed)?;
                }
                _ => {
                    feed.tried(feed.remaining());
                    break;
                }
            }
        }
        Ok(())
    }

    fn read_cut(&mut self, feed: &mut Feed<'_>) -> Result<Option<(K, V)>, DecodeError> {
        let entry = feed.state(&mut self.entry)?;
        if !matches!(entry.0, Field::Read(_)) {
            if entry.0.is_start() {
                (self.key_start, self.left) = (feed.offset(), feed.budget.memory);
                self.key.clear();
            }
            let (piece, before) = (feed.rest, feed.remaining());
            let read = entry.0.plain::<F>(feed)?;
            if Self::BY_BYTES {
                let read = &piece[..before - feed.remaining()];
                raw::append_bytes(&mut self.key, read).ok_or_else(|| feed.out_of_memory())?;
            }
            let Some(key) = read else { return Ok(None) };
            let follows = if Self::BY_BYTES {
                self.last_key.as_ref().is_none_or(|last| *last < self.key)
            } else {
                !Self::BY_KEY
                    || self
                        .listed
                        .last()
                        .is_none_or(|(last, _)| M::order(last, key) == Ordering::Less)
            };
            if !follows {
                return Err(non_canonical(self.key_start));
            }
            if Self::BY_BYTES {
                core::mem::swap(self.last_key.get_or_insert_default(), &mut self.key);
            }
        }
        if entry.1.plain::<F>(feed)?.is_none() {
            return Ok(None);
        }
        Ok(Some((entry.0.take(feed)?, entry.1.take(feed)?)))
    }

    fn put(
        &mut self,
        key: K,
        value: V,
        begun: (usize, usize),
        feed: &mut Feed<'_>,
    ) -> Result<(), DecodeError> {
        feed.end_element(begun, (Self::size(), slot::<M>()), self.content)?;
        // The first pays for the room of a node or table, each other one for two slots and a half.
        feed.charge(if self.read == 0 { slot::<M>() * 25 / 2 } else { slot::<M>() * 5 / 2 })?;
        self.read += 1;
        if Self::BY_KEY {
            feed.room_for_one(&mut self.listed)?;
            self.listed.push((key, value));
        } else {
            self.place(key, value, feed)?;
        }
        Ok(())
    }

    fn place(&mut self, key: K, value: V, feed: &Feed<'_>) -> Result<(), DecodeError> {
        if !self.map.reserve(1) {
            return Err(feed.out_of_memory());
        }
        self.map.put(key, value);
        Ok(())
    }
}

/// A map, or a set with `()` as its value, and the bounds of inserting.
macro_rules! entries {
    ($type:ty, {$($params:tt)*}, $key:ident, $value:ty, {$($bounds:tt)*}) => {
        impl<$($params)*> $crate::push::PushDecode for $type
        where
            $($bounds)*
        {
            type Decoder<__F: $crate::Format> = $crate::push::Prefixed<
                __F,
                $crate::field::FormatWidth,
                $crate::push::entries::Entries<__F, $key, $value, Self>,
            >;
        }

        impl<$($params)*> $crate::push::PushCounted for $type
        where
            $($bounds)*
        {
            type Content<__F: $crate::Format> =
                $crate::push::entries::Entries<__F, $key, $value, Self>;
        }
    };
}

pub(crate) use entries;
