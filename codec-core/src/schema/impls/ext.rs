//! Types of other crates.

#![allow(clippy::allow_attributes, unused_imports, reason = "each under a feature of its own")]

use super::{describe, same};
use crate::format::Quirk;
use crate::schema::{Content, Describe, Kind, Seq};

#[cfg(feature = "arrayvec")]
describe! {
    {T: Describe, const CAP: usize} arrayvec::ArrayVec<T, CAP>, "ArrayVec",
        Kind::Seq(Seq::new(Content::Items, T::SCHEMA).with_max(CAP as u64));
    {const CAP: usize} arrayvec::ArrayString<CAP>, "ArrayString",
        Kind::Seq(Seq::new(Content::Utf8, u8::SCHEMA).with_max(CAP as u64));
}

#[cfg(feature = "bytes")]
describe! {
    bytes::Bytes, "Bytes", Kind::Seq(Seq::new(Content::Items, u8::SCHEMA));
}

#[cfg(feature = "smallvec")]
describe! {
    {A: smallvec::Array<Item: Describe>} smallvec::SmallVec<A>, "SmallVec",
        Kind::Seq(Seq::new(Content::Items, <A::Item as Describe>::SCHEMA));
}

#[cfg(feature = "hashbrown")]
describe! {
    {T: Describe, S} hashbrown::HashSet<T, S>, "HashSet",
        Kind::Seq(Seq::new(Content::Set, T::SCHEMA));
    {K: Describe, V: Describe, S} hashbrown::HashMap<K, V, S>, "HashMap",
        Kind::Seq(Seq::new(Content::Map, <(K, V)>::SCHEMA));
}

#[cfg(feature = "heapless")]
describe! {
    {T: Describe, const N: usize, L: heapless::LenType} heapless::Vec<T, N, L>, "Vec",
        Kind::Seq(Seq::new(Content::Items, T::SCHEMA).with_max(N as u64));
    {const N: usize, L: heapless::LenType} heapless::String<N, L>, "String",
        Kind::Seq(Seq::new(Content::Utf8, u8::SCHEMA).with_max(N as u64));
}

#[cfg(feature = "indexmap")]
describe! {
    {T: Describe, S} indexmap::IndexSet<T, S>, "IndexSet",
        Kind::Seq(Seq::new(Content::Set, T::SCHEMA));
    {K: Describe, V: Describe, S} indexmap::IndexMap<K, V, S>, "IndexMap",
        Kind::Seq(Seq::new(Content::Map, <(K, V)>::SCHEMA));
}

#[cfg(feature = "uuid")]
describe! {
    uuid::Uuid, "Uuid", Kind::Quirk(
        Quirk::UUID_WITHOUT_LENGTH,
        <[u8; 16]>::SCHEMA,
        <[u8]>::SCHEMA,
    );
}

#[cfg(feature = "chrono")]
describe! {
    chrono::NaiveDate, "NaiveDate", Kind::Same(str::SCHEMA);
    chrono::NaiveTime, "NaiveTime", Kind::Same(str::SCHEMA);
    chrono::NaiveDateTime, "NaiveDateTime", Kind::Same(str::SCHEMA);
    chrono::DateTime<chrono::Utc>, "DateTime", Kind::Same(str::SCHEMA);
    chrono::DateTime<chrono::FixedOffset>, "DateTime", Kind::Same(str::SCHEMA);
    chrono::TimeDelta, "TimeDelta", Kind::Same(<(i64, i32)>::SCHEMA);
}

#[cfg(feature = "time")]
describe! {
    time::Date, "Date", Kind::Same(<(i32, u16)>::SCHEMA);
    time::Time, "Time", Kind::Same(<(u8, u8, u8, u32)>::SCHEMA);
    time::UtcOffset, "UtcOffset", Kind::Same(<(i8, i8, i8)>::SCHEMA);
    time::Duration, "Duration", Kind::Same(<(i64, i32)>::SCHEMA);
    time::PrimitiveDateTime, "PrimitiveDateTime",
        Kind::Same(<(i32, u16, u8, u8, u8, u32)>::SCHEMA);
    time::UtcDateTime, "UtcDateTime", Kind::Same(<(i32, u16, u8, u8, u8, u32)>::SCHEMA);
    time::OffsetDateTime, "OffsetDateTime",
        Kind::Same(<(i32, u16, u8, u8, u8, u32, i8, i8, i8)>::SCHEMA);
}
