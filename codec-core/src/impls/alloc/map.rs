//! What all maps and sets have in common, and those of `alloc`.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use core::cmp::Ordering;

/// `Encode`, `Decodable`, `Borrowable` and `Shareable` of a map or a set that has
/// [`Entries`](crate::entries::Entries) and [`Collect`](crate::entries::Collect).
macro_rules! entries_codec {
    (
        $type:ty, {$($params:tt)*}, $borrowed:ident, $shared:ident,
        encode: {$($encode:tt)*}, decode: {$($decode:tt)*}, sync: {$($sync:tt)*},
        $key:ident $(, $value:ident)?
    ) => {
        impl<$($params)*> crate::Encode for $type
        where
            $key: crate::Encode, $($value: crate::Encode,)? $($encode)*
        {
            #[inline(always)]
            fn encoded_size<F: crate::Format>() -> crate::Size {
                crate::entries::size::<F>()
            }

            #[inline]
            fn encoded_len<F: crate::Format>(&self) -> usize {
                use crate::entries::Entries;
                crate::entries::len::<F, _, _>(self.count(), self.entries())
            }

            #[inline]
            fn encode<F: crate::Format>(
                &self,
                w: &mut crate::Writer<'_, F>,
            ) -> Result<(), crate::EncodeError> {
                use crate::entries::Entries;
                const { F::LACKS.refuse_map::<$key>() };
                let compare = |one: &&$key, other: &&$key| Self::compare(one, other);
                crate::entries::write(w, self.count(), Self::IN_ORDER, self.entries(), compare)
            }
        }

        impl<$($params)*> crate::Decodable for $type
        where
            $key: crate::Decodable, $($value: crate::Decodable,)? $($encode)* $($decode)*
        {
            #[inline(always)]
            fn size<F: crate::Format>() -> crate::Size {
                crate::entries::size::<F>()
            }

            #[inline]
            fn decode<F: crate::Format>(
                r: &mut crate::Reader<'_, F>,
            ) -> Result<Self, crate::DecodeError> {
                let mut entries = Self::default();
                entries.decode_into(r)?;
                Ok(entries)
            }

            #[inline]
            fn decode_into<F: crate::Format>(
                &mut self,
                r: &mut crate::Reader<'_, F>,
            ) -> Result<(), crate::DecodeError> {
                const { F::LACKS.refuse_map::<$key>() };
                crate::entries::read_into(self, r)
            }
        }

        impl<$($params)*> crate::Borrowable for $type
        where
            $key: crate::Borrowable + 'static, $($value: crate::Borrowable,)?
            for<'any> $key::Ref<'any>: Ord,
            $($encode)* $($decode)* $($sync)*
        {
            type Ref<'de>
                = crate::$borrowed<'de, $key::Ref<'de> $(, $value::Ref<'de>)?>
            where
                Self: 'de;

            #[inline]
            fn to_ref(&self) -> Self::Ref<'_> {
                crate::$borrowed::from_owned(self)
            }

            #[inline]
            fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
            where
                Self: 'de,
            {
                crate::impls::entries_own!(borrowed, $key $(, $value)?)
            }

            crate::impls::lazy_seq!();
        }
    };
}

/// A map or set of what was borrowed.
macro_rules! entries_own {
    ($entries:expr, $key:ident) => {
        $entries.iter().map($key::from_ref).collect()
    };
    ($entries:expr, $key:ident, $value:ident) => {
        $entries.iter().map(|(key, value)| ($key::from_ref(key), $value::from_ref(value))).collect()
    };
}

/// All traits of a map. `encode` has the bounds that iterating and comparing
/// take, `decode` those of inserting, `sync` what lends to other threads.
macro_rules! map {
    (
        $type:ty, {$($params:tt)*}, encode: {$($encode:tt)*}, decode: {$($decode:tt)*},
        sync: {$($sync:tt)*}, in_order: $in_order:literal, reserve: $reserve:expr,
        compare: $compare:expr
    ) => {
        crate::impls::entries_codec!($type, {$($params)*}, MapRef, MapShared,
            encode: {$($encode)*}, decode: {$($decode)*}, sync: {$($sync)*}, K, V);

        impl<$($params)*> crate::entries::Entries for $type
        where
            $($encode)*
        {
            type Key = K;
            type Value = V;
            const IN_ORDER: bool = $in_order;
            const SET: bool = false;

            #[inline(always)]
            fn count(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
                self.iter()
            }
            #[inline(always)]
            fn compare(one: &K, other: &K) -> Ordering {
                let compare: fn(&K, &K) -> Ordering = $compare;
                compare(one, other)
            }
        }

        impl<'de, $($params)*> crate::lent::Lend<'de, (K::Ref<'de>, V::Ref<'de>)> for $type
        where
            K: crate::Borrowable + 'de,
            V: crate::Borrowable + 'de,
            $($sync)*
        {
            fn count(&self) -> usize {
                self.len()
            }

            fn lend(&'de self) -> Box<dyn Iterator<Item = (K::Ref<'de>, V::Ref<'de>)> + 'de> {
                Box::new(self.iter().map(|(key, value)| (key.to_ref(), value.to_ref())))
            }
        }

        impl<$($params)*> crate::entries::Collect for $type
        where
            $($encode)* $($decode)*
        {
            #[inline(always)]
            fn clear(&mut self) {
                Self::clear(self);
            }
            #[inline(always)]
            fn reserve(&mut self, count: usize) {
                let reserve: fn(&mut Self, usize) = $reserve;
                reserve(self, count);
            }
            #[inline(always)]
            fn put(&mut self, key: K, value: V) {
                self.insert(key, value);
            }
        }
    };
}

/// All traits of a set, as of a [`map`].
macro_rules! set {
    (
        $type:ty, {$($params:tt)*}, encode: {$($encode:tt)*}, decode: {$($decode:tt)*},
        sync: {$($sync:tt)*}, in_order: $in_order:literal, reserve: $reserve:expr,
        compare: $compare:expr
    ) => {
        crate::impls::entries_codec!($type, {$($params)*}, SetRef, SetShared,
            encode: {$($encode)*}, decode: {$($decode)*}, sync: {$($sync)*}, T);

        impl<$($params)*> crate::entries::Entries for $type
        where
            $($encode)*
        {
            type Key = T;
            type Value = ();
            const IN_ORDER: bool = $in_order;
            const SET: bool = true;

            #[inline(always)]
            fn count(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn entries(&self) -> impl Iterator<Item = (&T, &())> {
                self.iter().map(|element| (element, &()))
            }
            #[inline(always)]
            fn compare(one: &T, other: &T) -> Ordering {
                let compare: fn(&T, &T) -> Ordering = $compare;
                compare(one, other)
            }
        }

        impl<'de, $($params)*> crate::lent::Lend<'de, T::Ref<'de>> for $type
        where
            T: crate::Borrowable + 'de,
            $($sync)*
        {
            fn count(&self) -> usize {
                self.len()
            }

            fn lend(&'de self) -> Box<dyn Iterator<Item = T::Ref<'de>> + 'de> {
                Box::new(self.iter().map(T::to_ref))
            }
        }

        impl<$($params)*> crate::entries::Collect for $type
        where
            $($encode)* $($decode)*
        {
            #[inline(always)]
            fn clear(&mut self) {
                Self::clear(self);
            }
            #[inline(always)]
            fn reserve(&mut self, count: usize) {
                let reserve: fn(&mut Self, usize) = $reserve;
                reserve(self, count);
            }
            #[inline(always)]
            fn put(&mut self, element: T, (): ()) {
                self.insert(element);
            }
        }
    };
}

map!(BTreeMap<K, V>, {K, V}, encode: {K: Ord,}, decode: {}, sync: {K: Ord,},
    in_order: true, reserve: |_, _| {}, compare: K::cmp);
set!(BTreeSet<T>, {T}, encode: {T: Ord,}, decode: {}, sync: {T: Ord,},
    in_order: true, reserve: |_, _| {}, compare: T::cmp);

pub(in crate::impls) use {entries_codec, entries_own};
#[cfg(any(feature = "std", feature = "hashbrown", feature = "indexmap"))]
pub(in crate::impls) use {map, set};
