//! Borrowed and shared forms of collections.

use super::{describe, same};
use crate::form::deque_ref::DequeRef;
use crate::schema::{Content, Describe, Kind, Seq};
use crate::{BoxRef, MapRef, SeqRef, SetRef};

describe! {
    {T: Describe} SeqRef<'_, T>, "SeqRef", Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
    {T: Describe} SetRef<'_, T>, "SetRef", Kind::Seq(Seq::new(Content::Set, T::SCHEMA));
    {K: Describe, V: Describe} MapRef<'_, K, V>, "MapRef",
        Kind::Seq(Seq::new(Content::Map, <(K, V)>::SCHEMA));
    {T: Describe} BoxRef<'_, T>, "BoxRef", Kind::Boxed(T::SCHEMA);
}

#[cfg(feature = "bytes")]
describe! {
    crate::TextShared, "TextShared", Kind::Seq(Seq::new(Content::Utf8, u8::SCHEMA));
    {T: Describe} crate::SeqShared<T>, "SeqShared",
        Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
}

same! {
    {S: Describe} DequeRef<S> as S;
}
