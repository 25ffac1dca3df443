//! `indexmap`: as a map or set that is written in its own order, unless the
//! format sorts by the encoded key. A map that keeps its order has no borrowed
//! form: a [`MapRef`](crate::MapRef) is sorted where a format requires it.

use core::cmp::Ordering;
use core::hash::{BuildHasher, Hash};

use indexmap::{IndexMap, IndexSet};

use crate::impls::alloc::map::{map, set};

map!(IndexMap<K, V, S>, {K, V, S}, encode: {},
    decode: {K: Eq + Hash, S: BuildHasher + Default,},
    kind: InOrder, take: drained_all, reserve: |map, count| map.try_reserve(count).is_ok(), compare: |_, _| Ordering::Less);
set!(IndexSet<T, S>, {T, S}, encode: {},
    decode: {T: Eq + Hash, S: BuildHasher + Default,},
    kind: InOrder, take: drained_all, reserve: |map, count| map.try_reserve(count).is_ok(), compare: |_, _| Ordering::Less);
