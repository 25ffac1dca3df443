//! `indexmap`: as a map or set that is written in its own order, unless the
//! format sorts by the encoded key. The other forms keep their order as well, which a
//! [`MapRef`](crate::MapRef) does not where a format sorts.

use core::cmp::Ordering;
use core::hash::{BuildHasher, Hash};

use indexmap::{IndexMap, IndexSet};

use crate::form::element::lazy_element;
use crate::impls::alloc::map::{entries_share, map, set};
use crate::value::borrow::Borrowable;

map!(IndexMap<K, V, S>, {K, V, S}, encode: {},
    decode: {K: Eq + Hash, S: BuildHasher + Default,},
    kind: InOrder, take: drained_all, reserve: |map, count| map.try_reserve(count).is_ok(), order: |_, _| Ordering::Less);
set!(IndexSet<T, S>, {T, S}, encode: {},
    decode: {T: Eq + Hash, S: BuildHasher + Default,},
    kind: InOrder, take: drained_all, reserve: |map, count| map.try_reserve(count).is_ok(), order: |_, _| Ordering::Less);

crate::form::element::borrows! {
    {K, V, S} IndexMap<K, V, S> as IndexMap<K::Ref<'de>, V::Ref<'de>, S>
        where { K: Borrowable + Eq + Hash + 'static, V: Borrowable, for<'any> K::Ref<'any>: Eq + Hash, S: BuildHasher + Default, };
    |value| value.iter().map(|(key, value)| (key.to_ref(), value.to_ref())).collect();
    |borrowed| borrowed.into_iter().map(|(key, value)| (K::from_ref(key), V::from_ref(value))).collect()
}

crate::form::element::borrows! {
    {T, S} IndexSet<T, S> as IndexSet<T::Ref<'de>, S>
        where { T: Borrowable + Eq + Hash + 'static, for<'any> T::Ref<'any>: Eq + Hash, S: BuildHasher + Default, };
    |value| value.iter().map(T::to_ref).collect();
    |borrowed| borrowed.into_iter().map(T::from_ref).collect()
}

lazy_element!({K, V, S} IndexMap<K, V, S> where {
    K: Borrowable + Eq + Hash + Sync + 'static,
    V: Borrowable + Sync,
    for<'any> K::Ref<'any>: Eq + Hash,
    S: BuildHasher + Default + Sync,
});
lazy_element!({T, S} IndexSet<T, S> where {
    T: Borrowable + Eq + Hash + Sync + 'static,
    for<'any> T::Ref<'any>: Eq + Hash,
    S: BuildHasher + Default + Sync,
});

entries_share!(IndexMap<K, V, S> as IndexMap<K::Shared, V::Shared, S>, {K, V, S},
    bounds: {
        K: crate::Shareable<Shared: Eq + Hash> + Eq + Hash,
        V: crate::Shareable,
        S: BuildHasher + Default,
    },
    |(key, value)| (K::from_shared(key), V::from_shared(value)));
entries_share!(IndexSet<T, S> as IndexSet<T::Shared, S>, {T, S},
    bounds: {
        T: crate::Shareable<Shared: Eq + Hash> + Eq + Hash,
        S: BuildHasher + Default,
    },
    T::from_shared);
