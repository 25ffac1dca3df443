//! Types of other crates.

#[cfg(any(feature = "arrayvec", feature = "heapless"))]
macro_rules! inline_vector {
    ($vec:ident, {$($params:tt)*}, {$($args:tt)*}) => {
        impl<T: PushDecode, $($params)*> PushDecode for $vec<T, $($args)*> {
            type Decoder<F: Format> = Whole<F, Self>;
        }

        impl<T: PushDecode, $($params)*> PushCounted for $vec<T, $($args)*> {
            type Content<F: Format> = Room<F, Self>;
        }
    };
}

#[cfg(feature = "arrayvec")]
mod arrayvec {
    use arrayvec::{ArrayString, ArrayVec};

    use crate::format::Format;
    use crate::push::in_place::{Room, Whole};
    use crate::push::leaf::collected;
    use crate::push::{PushCounted, PushDecode};

    inline_vector!(ArrayVec, {const CAP: usize}, {CAP});
    collected!({const CAP: usize} ArrayString<CAP>);
}

#[cfg(feature = "heapless")]
mod heapless {
    use heapless::{LenType, String, Vec};

    use crate::format::Format;
    use crate::push::in_place::{Room, Whole};
    use crate::push::leaf::collected;
    use crate::push::{PushCounted, PushDecode};

    inline_vector!(Vec, {const N: usize, L: LenType + 'static}, {N, L});
    collected!({const N: usize, L: LenType + Sync + 'static} String<N, L>);
}

#[cfg(feature = "bytes")]
crate::push::made::made!(counted bytes::Bytes: alloc::vec::Vec<u8>);

#[cfg(feature = "chrono")]
super::collected!(
    chrono::NaiveDate,
    chrono::NaiveTime,
    chrono::NaiveDateTime,
    chrono::DateTime<chrono::Utc>,
    chrono::DateTime<chrono::FixedOffset>,
    chrono::TimeDelta
);

#[cfg(feature = "time")]
super::collected!(
    time::Date,
    time::Time,
    time::UtcOffset,
    time::Duration,
    time::PrimitiveDateTime,
    time::UtcDateTime,
    time::OffsetDateTime
);

#[cfg(feature = "uuid")]
super::leaf!(uuid::Uuid);

/// The tables of one crate.
#[cfg(any(feature = "hashbrown", feature = "hashbrown-0-15", feature = "indexmap"))]
macro_rules! tables {
    ($krate:ident: $map:ident, $set:ident $(, $key:ident)?) => {
        mod $krate {
            use core::hash::{BuildHasher, Hash};

            use $krate::{$map, $set};

            use crate::push::PushDecode;
            use crate::push::entries::entries;

            entries!($map<K, V, S>, {K, V, S}, K, V,
                {K: PushDecode $(+ crate::form::map_key::$key)? + Eq + Hash, V: PushDecode, S: BuildHasher + Default});
            entries!($set<T, S>, {T, S}, T, (),
                {T: PushDecode $(+ crate::form::map_key::$key)? + Eq + Hash, S: BuildHasher + Default});
        }
    };
}

#[cfg(feature = "hashbrown")]
tables!(hashbrown: HashMap, HashSet, MapKey);
#[cfg(feature = "hashbrown-0-15")]
tables!(hashbrown_0_15: HashMap, HashSet, MapKey);
#[cfg(feature = "indexmap")]
tables!(indexmap: IndexMap, IndexSet);

#[cfg(feature = "smallvec")]
mod smallvec {
    use alloc::vec::Vec;

    use smallvec::{Array, SmallVec};

    use crate::error::DecodeError;
    use crate::format::Format;
    use crate::push::composed::{Compose, Composed};
    use crate::push::{Feed, PushCounted, PushDecode};

    impl<A: Array<Item: PushDecode>> PushDecode for SmallVec<A> {
        type Decoder<F: Format> = Composed<F, <Vec<A::Item> as PushDecode>::Decoder<F>, Self>;
    }

    impl<A: Array<Item: PushDecode>> PushCounted for SmallVec<A> {
        type Content<F: Format> = Composed<F, <Vec<A::Item> as PushCounted>::Content<F>, Self>;
    }

    impl<A: Array> Compose<Vec<A::Item>> for SmallVec<A> {
        fn compose<F: Format>(
            items: Vec<A::Item>,
            _start: usize,
            _feed: &mut Feed<'_>,
        ) -> Result<Self, DecodeError> {
            // If they fit inline, they are moved into it.
            Ok(Self::from_vec(items))
        }
    }
}
