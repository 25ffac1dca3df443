//! Types of this crate that are encoded alike in every format.

use super::{describe, same};
use crate::schema::{Content, Describe, Int, Kind, Prefix, SchemaRef, Seq};
use crate::wire::{
    Bounded, Kind as BytesKind, LengthPrefix, Mac, PubKey, Seq as WireSeq, Signature, U24, U256,
    Utf16Text,
};

describe! {
    {T: Describe} crate::wire::Vec<T>, "Vec", Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
    U24, "U24", Kind::Int(Int::unsigned(3).always_little());
    U256, "U256", Kind::Array(u8::SCHEMA, 32);
    PubKey, "PubKey", Kind::Array(u8::SCHEMA, 32);
    Signature, "Signature", Kind::Array(u8::SCHEMA, 64);
    Mac, "Mac", Kind::Array(u8::SCHEMA, 16);
    {K: BytesKind, L: LengthPrefix, const MAX: usize, S} Bounded<K, L, MAX, S>,
        if K::TEXT { "Text" } else { "Blob" },
        Kind::Seq(
            Seq::new(if K::TEXT { Content::Text } else { Content::Items }, u8::SCHEMA)
                .with_prefix(Prefix::of::<L>())
                .with_max(MAX as u64)
        );
    {L: LengthPrefix, S: Items} WireSeq<L, S>, "Seq",
        Kind::Seq(Seq::new(Content::Items, S::ITEM).with_prefix(Prefix::of::<L>()));
    {L: LengthPrefix, S} Utf16Text<L, S>, "Utf16",
        Kind::Seq(Seq::new(Content::Utf16, CodeUnit::SCHEMA).with_prefix(Prefix::of::<L>()));
}

/// A code unit of UTF-16: little-endian in every format.
struct CodeUnit;

describe! {
    CodeUnit, "u16", Kind::Int(Int::unsigned(2).always_little());
}

/// The contents of a bounded sequence.
trait Items {
    const ITEM: SchemaRef;
}

impl<T: Describe> Items for crate::wire::Vec<T> {
    const ITEM: SchemaRef = T::SCHEMA;
}

impl<T: Describe> Items for crate::SeqRef<'_, T> {
    const ITEM: SchemaRef = T::SCHEMA;
}

#[cfg(feature = "bytes")]
impl<T: Describe> Items for crate::SeqShared<T> {
    const ITEM: SchemaRef = T::SCHEMA;
}

#[cfg(feature = "alloc")]
impl<T: Describe + crate::Packable> Items for crate::Packed<T> {
    const ITEM: SchemaRef = T::SCHEMA;
}

#[cfg(feature = "alloc")]
describe! {
    {T: Describe + crate::Packable} crate::Packed<T>, "Packed",
        Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
}

same! {}
