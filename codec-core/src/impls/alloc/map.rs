//! The common parts of all maps and sets, and the maps and sets of `alloc`.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use core::cmp::Ordering;

use crate::form::map_key::BorrowedKey;

/// `Encode` and `Decodable` of a map or a set that has
/// [`Entries`](crate::form::entries::Entries) and [`Collect`](crate::form::entries::Collect).
macro_rules! entries_codec {
    (
        $type:ty, {$($params:tt)*}, encode: {$($encode:tt)*}, decode: {$($decode:tt)*},
        $key:ident $(, $value:ident)?
    ) => {
        crate::value::encode::encode_counted! {
            {$($params)*} $type
                where {$key: crate::Encode, $($value: crate::Encode,)? $($encode)*};
            refuse_map::<$key>
        }

        impl<$($params)*> crate::value::counted::Counted for $type
        where
            $key: crate::Encode, $($value: crate::Encode,)? $($encode)*
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn content_len<F: crate::Format>(&self) -> usize {
                use crate::form::entries::Entries;
                crate::form::entries::content_len::<F, _, _>(self.len(), self.entries())
            }

            #[inline]
            fn encode_content<F: crate::Format>(
                &self,
                w: &mut crate::Writer<'_, F>,
            ) -> Result<(), crate::EncodeError> {
                use crate::form::entries::Entries;
                const { crate::form::map_key::refuse_unordered::<F>(Self::ORDERED) };
                let compare = |one: &&$key, other: &&$key| Self::compare(one, other);
                crate::form::entries::write(w, Self::KIND, self.entries(), compare)
            }
        }

        crate::value::counted::content! {own
            #[inline] {$($params)*} $type
                where {$key: crate::Decodable, $($value: crate::Decodable,)? $($decode)*};
            |r, count| crate::impls::alloc::map::entries_codec!(@new Own r, r.offset(), Count(count));
            crate::impls::alloc::map::entries_codec!(@new Own r, r.offset(), Rest);

            over |own, r, count| crate::impls::alloc::map::entries_codec!(
                @into own, true, Own r, r.offset(), Count(count)
            );

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn held(&self, _count: usize) -> usize {
                self.len()
            }
        }

        impl<$($params)*> crate::Decodable for $type
        where
            $key: crate::Decodable, $($value: crate::Decodable,)? $($decode)*
        {
            crate::format::size::sizes!(size: crate::form::entries::size::<F>());

            #[inline]
            fn decode<F: crate::Format>(
                r: &mut crate::Reader<'_, F>,
            ) -> Result<Self, crate::DecodeError> {
                const { F::RULES.unsupported.refuse_map::<$key>() };
                crate::impls::alloc::map::entries_codec!(@new Own r, r.offset(), Count(r.length()?))
            }

            #[inline]
            fn decode_into<F: crate::Format>(
                &mut self,
                r: &mut crate::Reader<'_, F>,
            ) -> Result<(), crate::DecodeError> {
                const { F::RULES.unsupported.refuse_map::<$key>() };
                crate::impls::alloc::map::entries_codec!(
                    @into self, true, Own r, r.offset(), Count(r.length()?)
                )
            }

            fn memory<F: crate::Format>(walk: &mut crate::MemoryWalk) {
                crate::form::entries::memory::<F, Self>(walk);
            }
        }

        /// Keys and values may borrow from the input; the map itself is owned.
        impl<'de, $($params)*> crate::DecodableRef<'de> for $type
        where
            $key: crate::DecodableRef<'de>, $($value: crate::DecodableRef<'de>,)?
            $($decode)*
        {
            crate::format::size::sizes!(ref_size: crate::form::entries::size::<F>());

            #[inline]
            fn decode_ref<F: crate::Format>(
                r: &mut crate::Reader<'de, F>,
            ) -> Result<Self, crate::DecodeError> {
                const { F::RULES.unsupported.refuse_map::<$key>() };
                crate::impls::alloc::map::entries_codec!(
                    @new Borrow r, r.offset(), Count(r.length()?)
                )
            }
        }
    };
    // Reads entries into a new map, and over one; where the count is, or the first entry, comes first.
    (@new $mode:ident $r:expr, $start:expr, $($extent:tt)*) => {{
        let mut entries = Self::default();
        crate::impls::alloc::map::entries_codec!(
            @into &mut entries, false, $mode $r, $start, $($extent)*
        )?;
        Ok(entries)
    }};
    (@into $entries:expr, $over:literal, $mode:ident $r:expr, $start:expr, $($extent:tt)*) => {{
        let (start, extent) = ($start, crate::form::key_order::Extent::$($extent)*);
        crate::form::entries::read_into::<F, Self, crate::value::mode::$mode, $over>(
            $entries, $r, start, extent,
        )
    }};
}

/// `Borrowable` of a map or a set. The caller bounds borrowed keys to be ordered: `MapKey` is for
/// sized types, and the bound of a key that contains a map of itself can't be resolved while the
/// borrowed form of that map is.
macro_rules! entries_borrow {
    (
        $type:ty, {$($params:tt)*}, $borrowed:ident,
        bounds: {$($bounds:tt)*}, $key:ident $(, $value:ident)?
    ) => {
        crate::form::element::borrows! {
            {$($params)*} $type as crate::$borrowed<'de, $key::Ref<'de> $(, $value::Ref<'de>)?> where {
                $key: Sync + 'static, $($value: crate::Borrowable + Sync,)? $($bounds)*
            };
            |value| crate::$borrowed::from_owned(value);
            |borrowed| crate::impls::alloc::map::entries_own!(borrowed, $key $(, $value)?)
        }

        crate::form::element::lazy_element!({$($params)*} $type where {
            $key: Sync + 'static, $($value: crate::Borrowable + Sync,)? $($bounds)*
        });
    };
}

/// `Shareable` of a map or a set: one of the shared forms, which leave the bytes of the input in
/// place.
macro_rules! entries_share {
    ($type:ty as $shared:ty, {$($params:tt)*}, bounds: {$($bounds:tt)*}, $own:expr) => {
        crate::form::element::shares! {
            {$($params)*} $type as $shared
                where { $($bounds)* };
            |shared| shared.into_iter().map($own).collect()
        }
    };
}

/// A map or set made of borrowed entries.
macro_rules! entries_own {
    ($entries:expr, $key:ident) => {
        $entries.iter().map($key::from_ref).collect()
    };
    ($entries:expr, $key:ident, $value:ident) => {
        $entries.iter().map(|(key, value)| ($key::from_ref(key), $value::from_ref(value))).collect()
    };
}

/// The entries that a map or set held: taken with its nodes (`all`), or drained from its table,
/// which keeps its capacity (`drained`).
macro_rules! entries_taken {
    ($entries:expr, all) => {
        core::mem::take($entries).into_iter()
    };
    ($entries:expr, drained) => {
        crate::impls::alloc::map::listed($entries.drain())
    };
    ($entries:expr, drained_all) => {
        crate::impls::alloc::map::listed($entries.drain(..))
    };
}

/// Entries in a list; empty when there is no memory for one, and then they are dropped.
#[cfg(any(
    feature = "std",
    feature = "hashbrown",
    feature = "hashbrown-0-15",
    feature = "indexmap"
))]
pub(in crate::impls) fn listed<E>(
    entries: impl ExactSizeIterator<Item = E>,
) -> alloc::vec::IntoIter<E> {
    match crate::raw::vector(entries.len()) {
        Some(mut list) => {
            list.extend(entries);
            list.into_iter()
        }
        None => alloc::vec::Vec::new().into_iter(),
    }
}

/// The order of the entries of a map that is written: that of the map, or that of the keys.
macro_rules! ordered {
    (InOrder, $key:ident) => {
        const ORDERED: bool = true;
    };
    (Unordered, $key:ident) => {
        const ORDERED: bool = <$key as crate::MapKey>::ORDERED;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn compare(one: &$key, other: &$key) -> Ordering {
            crate::MapKey::compare(one, other)
        }
    };
}

/// Implements decoding and encoding of a map. `encode` has the bounds of writing in order,
/// `decode` those and the bounds of inserting.
macro_rules! map {
    ($type:ty, $params:tt, encode: $encode:tt, decode: $decode:tt, $($how:tt)*) => {
        crate::impls::alloc::map::entries_codec!($type, $params,
            encode: $encode, decode: $decode, K, V);
        crate::impls::alloc::map::entries_held!($type, $params,
            encode: $encode, decode: $decode, $($how)*, K, V, |entries| entries, |entries| entries,
            |map, key, value| { map.insert(key, value); });
    };
}

/// Implements decoding and encoding of a set, as `map` does for a map.
macro_rules! set {
    ($type:ty, $params:tt, encode: $encode:tt, decode: $decode:tt, $($how:tt)*) => {
        crate::impls::alloc::map::entries_codec!($type, $params,
            encode: $encode, decode: $decode, T);
        crate::impls::alloc::map::entries_held!($type, $params,
            encode: $encode, decode: $decode, $($how)*, T, (),
            |elements| elements.map(|element| (element, &())),
            |elements| elements.map(|element| (element, ())),
            |set, element, _value| { set.insert(element); });
    };
}

/// The entries of a map, or of a set, whose values are `()`.
macro_rules! entries_held {
    (
        $type:ty, {$($params:tt)*}, encode: {$($encode:tt)*}, decode: {$($decode:tt)*},
        kind: $kind:ident, take: $take:ident, reserve: $reserve:expr, order: $order:expr,
        $key:ident, $value:ty, |$held:ident| $lent:expr, |$taken:ident| $given:expr,
        |$into:ident, $one:ident, $other:ident| $put:expr
    ) => {
        impl<$($params)*> crate::form::entries::Entries for $type
        where
            $($encode)*
        {
            type Key = $key;
            type Value = $value;
            const KIND: crate::form::entries::Kind = crate::form::entries::Kind::$kind;
            crate::impls::alloc::map::ordered!($kind, $key);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn count(&self) -> usize {
                self.len()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn entries(&self) -> impl Iterator<Item = (&$key, &$value)> {
                let $held = self.iter();
                $lent
            }
        }

        impl<$($params)*> crate::form::entries::Collect for $type
        where
            $($decode)*
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clear(&mut self) {
                Self::clear(self);
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take_entries(&mut self) -> impl Iterator<Item = (Self::Key, Self::Value)> + use<$($params)*> {
                let $taken = crate::impls::alloc::map::entries_taken!(self, $take);
                $given
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn reserve(&mut self, count: usize) -> bool {
                let reserve: fn(&mut Self, usize) -> bool = $reserve;
                reserve(self, count)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn order(one: &$key, other: &$key) -> Ordering {
                let order: fn(&$key, &$key) -> Ordering = $order;
                order(one, other)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn put(&mut self, $one: $key, $other: $value) {
                let $into = self;
                $put
            }
        }
    };
}

/// The borrowed form of a map that is sorted by key or has no order.
macro_rules! lent_map {
    ($type:ty, $params:tt, bounds: $bounds:tt, sync: $sync:tt) => {
        crate::impls::alloc::map::entries_borrow!($type, $params, MapRef, bounds: $bounds, K, V);
        crate::impls::alloc::map::entries_lent!($type, $params, $sync, K V, (K::Ref<'de>, V::Ref<'de>),
            |(key, value)| (key.to_ref(), value.to_ref()));
    };
}

/// The borrowed form of a set that is sorted or has no order.
macro_rules! lent_set {
    ($type:ty, $params:tt, bounds: $bounds:tt, sync: $sync:tt) => {
        crate::impls::alloc::map::entries_borrow!($type, $params, SetRef, bounds: $bounds, T);
        crate::impls::alloc::map::entries_lent!($type, $params, $sync, T, (T::Ref<'de>, ()),
            |element| (element.to_ref(), ()));
    };
}

/// The entries of a map or a set, in borrowed form.
macro_rules! entries_lent {
    (
        $type:ty, {$($params:tt)*}, {$($sync:tt)*}, $($part:ident)+, $entry:ty, $lent:expr
    ) => {
        impl<'de, $($params)*> crate::form::lent::Lend<'de, $entry> for $type
        where
            $($part: crate::Borrowable + Sync + 'de,)+
            $($sync)*
        {
            fn count(&self) -> usize {
                self.len()
            }

            fn lend(&'de self) -> Box<dyn Iterator<Item = $entry> + 'de> {
                Box::new(self.iter().map($lent))
            }
        }
    };
}

map!(BTreeMap<K, V>, {K, V}, encode: {}, decode: {K: Ord,},
    kind: InOrder, take: all, reserve: |_, _| true, order: K::cmp);
lent_map!(BTreeMap<K, V>, {K, V}, bounds: {K: BorrowedKey,}, sync: {K: Ord,});
set!(BTreeSet<T>, {T}, encode: {}, decode: {T: Ord,},
    kind: InOrder, take: all, reserve: |_, _| true, order: T::cmp);
lent_set!(BTreeSet<T>, {T}, bounds: {T: BorrowedKey,}, sync: {T: Ord,});
entries_share!(BTreeMap<K, V> as BTreeMap<K::Shared, V::Shared>, {K, V},
    bounds: {K: crate::Shareable<Shared: Ord> + Ord, V: crate::Shareable,},
    |(key, value)| (K::from_shared(key), V::from_shared(value)));
entries_share!(BTreeSet<T> as BTreeSet<T::Shared>, {T},
    bounds: {T: crate::Shareable<Shared: Ord> + Ord,}, T::from_shared);

pub(in crate::impls) use {
    entries_borrow, entries_codec, entries_held, entries_lent, entries_own, entries_taken, ordered,
};
#[cfg(any(
    feature = "std",
    feature = "hashbrown",
    feature = "hashbrown-0-15",
    feature = "indexmap"
))]
pub(in crate::impls) use {entries_share, map, set};
#[cfg(any(feature = "std", feature = "hashbrown", feature = "hashbrown-0-15"))]
pub(in crate::impls) use {lent_map, lent_set};
