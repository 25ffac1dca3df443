//! Types of other crates.

use std::collections::hash_map::RandomState;

use arrayvec::{ArrayString, ArrayVec};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use codec_core::{Borsh, Postcard, Strict};
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
