//! Maps and sets.

use alloc::collections::{BTreeMap, BTreeSet};

use crate::field::FormatWidth;
use crate::format::Format;
use crate::push::entries::Entries;
use crate::push::{Prefixed, PushCounted, PushDecode};

/// A map, or a set with `()` as its value, and the bounds of inserting.
macro_rules! entries {
    ($type:ty, {$($params:tt)*}, $key:ident, $value:ty, {$($bounds:tt)*}) => {
        impl<$($params)*> PushDecode for $type
        where
            $($bounds)*
        {
            type Decoder<Fmt: Format> = Prefixed<Fmt, FormatWidth, Entries<Fmt, $key, $value, Self>>;
        }

        impl<$($params)*> PushCounted for $type
        where
            $($bounds)*
        {
            type Content<Fmt: Format> = Entries<Fmt, $key, $value, Self>;
        }
    };
}

entries!(BTreeMap<K, V>, {K, V}, K, V, {K: PushDecode + Ord, V: PushDecode});
entries!(BTreeSet<T>, {T}, T, (), {T: PushDecode + Ord});

#[cfg(any(feature = "std", feature = "hashbrown", feature = "indexmap"))]
mod hashed {
    use core::hash::{BuildHasher, Hash};

    use super::{Entries, Format, FormatWidth, Prefixed, PushCounted, PushDecode};
    #[cfg(any(feature = "std", feature = "hashbrown"))]
    use crate::form::map_key::MapKey;

    #[cfg(feature = "std")]
    entries!(std::collections::HashMap<K, V, S>, {K, V, S}, K, V,
        {K: PushDecode + MapKey + Eq + Hash, V: PushDecode, S: BuildHasher + Default});
    #[cfg(feature = "std")]
    entries!(std::collections::HashSet<T, S>, {T, S}, T, (),
        {T: PushDecode + MapKey + Eq + Hash, S: BuildHasher + Default});
    #[cfg(feature = "hashbrown")]
    entries!(hashbrown::HashMap<K, V, S>, {K, V, S}, K, V,
        {K: PushDecode + MapKey + Eq + Hash, V: PushDecode, S: BuildHasher + Default});
    #[cfg(feature = "hashbrown")]
    entries!(hashbrown::HashSet<T, S>, {T, S}, T, (),
        {T: PushDecode + MapKey + Eq + Hash, S: BuildHasher + Default});
    #[cfg(feature = "indexmap")]
    entries!(indexmap::IndexMap<K, V, S>, {K, V, S}, K, V,
        {K: PushDecode + Eq + Hash, V: PushDecode, S: BuildHasher + Default});
    #[cfg(feature = "indexmap")]
    entries!(indexmap::IndexSet<T, S>, {T, S}, T, (),
        {T: PushDecode + Eq + Hash, S: BuildHasher + Default});
}
