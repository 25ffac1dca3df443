//! Types of other crates.

use std::collections::hash_map::RandomState;

use arrayvec::{ArrayString, ArrayVec};
use bytes::Bytes;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use codec_core::{Borsh, Decode, DecodeErrorKind, Encode, Format, Postcard, Strict, Sv2};
use indexmap::{IndexMap, IndexSet};
use smallvec::{SmallVec, smallvec};
use uuid::Uuid;

use crate::forms::through_all;

#[test]
fn collections() {
    through_all! {
        [Strict<Postcard>, Borsh]
        SmallVec<[u8; 4]> = smallvec![1, 2]; SmallVec<[String; 1]> = smallvec!["a".into()];
        ArrayVec<u8, 4> = [1, 2].into_iter().collect();
        ArrayVec<String, 2> = ["a".into()].into_iter().collect();
        heapless::Vec<u8, 4> = [1, 2].into_iter().collect();
        heapless::Vec<String, 2, u8> = ["a".into()].into_iter().collect();
        heapless::String<4> = "ab".try_into().unwrap();
        heapless::String<4, u8> = "ab".try_into().unwrap();
        ArrayString<4> = ArrayString::from("ab").unwrap();
        IndexSet<u16, RandomState> = [7].into_iter().collect();
        IndexMap<u16, String, RandomState> = [(7, "a".into())].into_iter().collect();
        hashbrown::HashMap<u16, String, RandomState> = [(7, "a".into())].into_iter().collect();
        hashbrown::HashSet<String, RandomState> = ["a".into()].into_iter().collect();
        Uuid = Uuid::from_bytes([1; 16]);
    }
}

/// The other forms keep the insertion order, in formats that do not sort by key.
#[test]
fn an_index_map_keeps_its_order_in_every_form() {
    type Map = IndexMap<String, u8, RandomState>;
    through_all! {
        [Strict<Postcard>, Borsh]
        Map = [("b".into(), 1), ("a".into(), 2)].into_iter().collect();
    }
}

#[test]
fn dates_and_times() {
    let day = NaiveDate::from_ymd_opt(2024, 2, 29).unwrap();
    let clock = NaiveTime::from_hms_opt(23, 59, 58).unwrap();
    let moment = NaiveDateTime::new(day, clock);
    let date = time::Date::from_ordinal_date(2024, 60).unwrap();
    through_all! {
        [Strict<Postcard>]
        NaiveDate = day; NaiveTime = clock; NaiveDateTime = moment;
        DateTime<Utc> = moment.and_utc(); DateTime<FixedOffset> = moment.and_utc().fixed_offset();
        TimeDelta = TimeDelta::seconds(-3);
        time::Date = date; time::Time = time::Time::MIDNIGHT; time::UtcOffset = time::UtcOffset::UTC;
        time::Duration = time::Duration::seconds(5);
        time::PrimitiveDateTime = date.midnight(); time::UtcDateTime = date.midnight().as_utc();
        time::OffsetDateTime = date.midnight().assume_utc();
    }
}

/// Types with a capacity, after a length of their own and up to the end.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Places {
    #[codec(len = u8)]
    name: heapless::String<4>,
    #[codec(len = u16)]
    text: ArrayString<4>,
    #[codec(len = u8)]
    items: heapless::Vec<u16, 2>,
    #[codec(tail)]
    rest: heapless::String<3>,
}

#[test]
fn lengths_and_tails_are_over_types_with_a_capacity_in_every_form() {
    let places = Places {
        name: "ab".try_into().expect("it fits"),
        text: ArrayString::from("cde").expect("it fits"),
        items: [7].into_iter().collect(),
        rest: "fgh".try_into().expect("it fits"),
    };
    let bytes = b"\x02ab\x03\0cde\x01\x07\0fgh";
    assert_eq!(Sv2::to_vec(&places).as_deref(), Ok(&bytes[..]));
    assert_eq!(Sv2::from_slice::<Places>(bytes).as_ref(), Ok(&places));
    assert_eq!(Sv2::from_slice_ref::<PlacesRef<'_>>(bytes).map(Into::into), Ok(places.clone()));
    let shared = Sv2::from_bytes::<PlacesShared>(&Bytes::from_static(bytes));
    assert_eq!(shared.map(Into::into), Ok(places));
    // One byte more than there is room for, in each of the strings.
    let over = [&b"\x05abcde"[..], b"\0\x05\0abcde", b"\0\0\0\0abcd"];
    for (bytes, offset) in over.into_iter().zip([1, 3, 4]) {
        let error = Sv2::from_slice::<Places>(bytes).expect_err("it is too long");
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, offset));
        assert_eq!(Sv2::from_slice_ref::<PlacesRef<'_>>(bytes).map(Places::from), Err(error));
    }
}
