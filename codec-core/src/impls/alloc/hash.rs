//! Hash maps and hash sets, with any hasher, of the standard library and of `hashbrown`. Some formats
//! prescribe an order; a key then has to have one.

/// The impls of the tables in this module.
macro_rules! hash_tables {
    ($($tables:ident)::+) => {
        use alloc::boxed::Box;
        use core::cmp::Ordering;
        use core::hash::BuildHasher;

        use $($tables)::+::{HashMap, HashSet};

        use crate::form::map_key::{BorrowedHashKey, HashKey, MapKey};
        use crate::impls::alloc::map::{entries_share, lent_map, lent_set, map, set};

        map!(HashMap<K, V, S>, {K, V, S}, encode: {K: MapKey,},
            decode: {K: HashKey, S: BuildHasher + Default,},
            kind: Unordered, take: drained, reserve: |map, count| map.try_reserve(count).is_ok(), order: K::compare);
        lent_map!(HashMap<K, V, S>, {K, V, S},
            bounds: {K: BorrowedHashKey, S: BuildHasher + Default + Sync,}, sync: {S: Sync,});
        set!(HashSet<T, S>, {T, S}, encode: {T: MapKey,},
            decode: {T: HashKey, S: BuildHasher + Default,},
            kind: Unordered, take: drained, reserve: |map, count| map.try_reserve(count).is_ok(), order: T::compare);
        lent_set!(HashSet<T, S>, {T, S},
            bounds: {T: BorrowedHashKey, S: BuildHasher + Default + Sync,}, sync: {S: Sync,});
        entries_share!(HashMap<K, V, S> as HashMap<K::Shared, V::Shared, S>, {K, V, S},
            bounds: {K: crate::Shareable<Shared: HashKey> + HashKey, V: crate::Shareable, S: BuildHasher + Default,},
            |(key, value)| (K::from_shared(key), V::from_shared(value)));
        entries_share!(HashSet<T, S> as HashSet<T::Shared, S>, {T, S},
            bounds: {T: crate::Shareable<Shared: HashKey> + HashKey, S: BuildHasher + Default,},
            T::from_shared);
    };
}
pub(in crate::impls) use hash_tables;
