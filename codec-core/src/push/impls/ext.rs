//! Types of other crates.
#![allow(unused_imports, reason = "none may be there")]

use core::hash::{BuildHasher, Hash};

use super::{collected, leaf};
use crate::format::Format;
use crate::push::{PushCounted, PushDecode};

#[cfg(any(feature = "arrayvec", feature = "heapless"))]
macro_rules! inline_vector {
    ($($vec:ident)::+, {$($params:tt)*}, {$($args:tt)*}) => {
        impl<T: PushDecode, $($params)*> PushDecode for $($vec)::+<T, $($args)*> {
            type Decoder<F: Format> = crate::push::in_place::Whole<F, Self>;
        }

        impl<T: PushDecode, $($params)*> PushCounted for $($vec)::+<T, $($args)*> {
            type Content<F: Format> = crate::push::in_place::Room<F, Self>;
        }
    };
}

#[cfg(feature = "arrayvec")]
inline_vector!(arrayvec::ArrayVec, {const CAP: usize}, {CAP});
#[cfg(feature = "arrayvec")]
collected!({const CAP: usize} arrayvec::ArrayString<CAP>);

#[cfg(feature = "heapless")]
inline_vector!(heapless::Vec, {const N: usize, L: heapless::LenType + 'static}, {N, L});
#[cfg(feature = "heapless")]
collected!({const N: usize, L: heapless::LenType + Sync + 'static} heapless::String<N, L>);

#[cfg(feature = "bytes")]
crate::push::composed::made!(counted bytes::Bytes: alloc::vec::Vec<u8>);

#[cfg(feature = "chrono")]
collected!(chrono::NaiveDate, chrono::NaiveTime, chrono::NaiveDateTime, chrono::TimeDelta);
#[cfg(feature = "chrono")]
collected!(chrono::DateTime<chrono::Utc>, chrono::DateTime<chrono::FixedOffset>);

#[cfg(feature = "time")]
collected!(time::Date, time::Time, time::UtcOffset, time::Duration);
#[cfg(feature = "time")]
collected!(time::PrimitiveDateTime, time::UtcDateTime, time::OffsetDateTime);

#[cfg(feature = "uuid")]
leaf!(uuid::Uuid);

/// The tables of one crate.
#[cfg(any(feature = "hashbrown", feature = "hashbrown-0-15", feature = "indexmap"))]
macro_rules! tables {
    ($krate:ident: $map:ident, $set:ident $(, $key:ident)?) => {
        crate::push::entries::entries!($krate::$map<K, V, S>, {K, V, S}, K, V, {
            K: PushDecode $(+ crate::form::map_key::$key)? + Eq + Hash,
            V: PushDecode,
            S: BuildHasher + Default
        });
        crate::push::entries::entries!($krate::$set<T, S>, {T, S}, T, (), {
            T: PushDecode $(+ crate::form::map_key::$key)? + Eq + Hash,
            S: BuildHasher + Default
        });
    };
}

#[cfg(feature = "hashbrown")]
tables!(hashbrown: HashMap, HashSet, MapKey);
#[cfg(feature = "hashbrown-0-15")]
tables!(hashbrown_0_15: HashMap, HashSet, MapKey);
#[cfg(feature = "indexmap")]
tables!(indexmap: IndexMap, IndexSet);

#[cfg(feature = "smallvec")]
impl<A: smallvec::Array<Item: PushDecode>> PushDecode for smallvec::SmallVec<A> {
    type Decoder<F: Format> = crate::push::composed::Composed<
        F,
        <alloc::vec::Vec<A::Item> as PushDecode>::Decoder<F>,
        Self,
    >;
}

#[cfg(feature = "smallvec")]
impl<A: smallvec::Array<Item: PushDecode>> PushCounted for smallvec::SmallVec<A> {
    type Content<F: Format> = crate::push::composed::Composed<
        F,
        <alloc::vec::Vec<A::Item> as PushCounted>::Content<F>,
        Self,
    >;
}

// If they fit inline, they are moved into it.
#[cfg(feature = "smallvec")]
crate::push::composed::compose!({A: smallvec::Array} smallvec::SmallVec<A>: alloc::vec::Vec<A::Item>, Self::from_vec);
