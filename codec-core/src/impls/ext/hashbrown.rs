//! `hashbrown`: as the hash maps and sets of the standard library.

use alloc::boxed::Box;
use core::cmp::Ordering;
use core::hash::{BuildHasher, Hash};

use hashbrown::{HashMap, HashSet};

use crate::impls::alloc::map::{entries_share, lent_map, lent_set, map, set};

map!(HashMap<K, V, S>, {K, V, S}, encode: {K: Ord,},
    decode: {K: Eq + Hash, S: BuildHasher + Default,},
    kind: Unordered, take: drained, reserve: |map, count| map.try_reserve(count).is_ok(), compare: K::cmp);
lent_map!(HashMap<K, V, S>, {K, V, S},
    bounds: {K: Eq + Hash + Ord, S: BuildHasher + Default,}, sync: {S: Sync,});
set!(HashSet<T, S>, {T, S}, encode: {T: Ord,},
    decode: {T: Eq + Hash, S: BuildHasher + Default,},
    kind: Unordered, take: drained, reserve: |map, count| map.try_reserve(count).is_ok(), compare: T::cmp);
lent_set!(HashSet<T, S>, {T, S},
    bounds: {T: Eq + Hash + Ord, S: BuildHasher + Default,}, sync: {S: Sync,});
entries_share!(HashMap<K, V, S> as HashMap<K::Shared, V::Shared, S>, {K, V, S},
    bounds: {
        K: crate::Shareable<Shared: Eq + Hash + Ord> + Eq + Hash,
        V: crate::Shareable,
        S: BuildHasher + Default,
    },
    |(key, value)| (K::from_shared(key), V::from_shared(value)));
entries_share!(HashSet<T, S> as HashSet<T::Shared, S>, {T, S},
    bounds: {
        T: crate::Shareable<Shared: Eq + Hash + Ord> + Eq + Hash,
        S: BuildHasher + Default,
    },
    T::from_shared);
