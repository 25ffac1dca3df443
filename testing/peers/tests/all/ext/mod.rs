//! Types of other crates compared with their own serde and borsh implementations.

use std::collections::hash_map::RandomState;

use arrayvec::{ArrayString, ArrayVec};
use borsh::{BorshDeserialize, BorshSerialize};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use codec_core::{
    Bincode, Borsh, Compact, DecodeErrorKind, Format, Postcard, Strict, Sv2, format::BigEndian,
};
use indexmap::{IndexMap, IndexSet};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use smallvec::SmallVec;
use uuid::Uuid;

use crate::formats::reference::{Reference, Side, accept_alike, agree};

struct OfPostcard;
struct OfBorsh;

impl<T: Serialize + DeserializeOwned> Reference<T> for OfPostcard {
    type Ours = Postcard;
    fn write(value: &T) -> Vec<u8> {
        postcard::to_allocvec(value).unwrap()
    }
    fn read(input: &[u8]) -> Option<(T, usize)> {
        let (value, rest) = postcard::take_from_bytes(input).ok()?;
        Some((value, input.len() - rest.len()))
    }
}

impl<T: BorshSerialize + BorshDeserialize> Reference<T> for OfBorsh {
    type Ours = Borsh;
    fn write(value: &T) -> Vec<u8> {
        borsh::to_vec(value).unwrap()
    }
    fn read(mut input: &[u8]) -> Option<(T, usize)> {
        let len = input.len();
        let value = T::deserialize(&mut input).ok()?;
        Some((value, len - input.len()))
    }
}

type Small = (SmallVec<[u16; 4]>, SmallVec<[String; 2]>, Vec<Uuid>);
type Arrays = (ArrayVec<u16, 6>, ArrayString<9>);
type Heapless = (heapless::Vec<u16, 6, u8>, heapless::String<9>);
type Maps = (IndexMap<String, u16>, IndexSet<u32>);
type Hashed = hashbrown::HashMap<u16, String, RandomState>;
type Dates = Vec<(NaiveDate, NaiveTime, NaiveDateTime, DateTime<Utc>, DateTime<FixedOffset>)>;
type Spans = Vec<TimeDelta>;
type Parts = Vec<(time::Date, time::Time, time::UtcOffset, time::Duration)>;
type Moments = Vec<(time::PrimitiveDateTime, time::UtcDateTime, time::OffsetDateTime)>;

fn damage(mut bytes: Vec<u8>, at: prop::sample::Index, bit: u8) -> Vec<u8> {
    let at = at.index(bytes.len());
    bytes[at] ^= 1 << bit;
    bytes
}

fn dates() -> impl Strategy<Value = Dates> {
    let date = (-1_000_000_000_000..4_000_000_000_000i64, 0..4u32, -80_000..80_000i32).prop_map(
        |(seconds, digits, offset)| {
            let nanos = [0, 500_000_000, 123_456_000, 7][digits as usize];
            let utc = DateTime::<Utc>::from_timestamp(seconds, nanos).expect("in range");
            let offset = FixedOffset::east_opt(offset / 60 * 60).expect("within a day");
            let naive = utc.naive_utc();
            (naive.date(), naive.time(), naive, utc, utc.with_timezone(&offset))
        },
    );
    vec(date, 0..3)
}

fn moment() -> impl Strategy<Value = time::OffsetDateTime> {
    (-60_000_000_000..200_000_000_000i64, 0..1_000_000_000u32, -20..20i8).prop_map(
        |(seconds, nanos, offset)| {
            let utc = time::OffsetDateTime::from_unix_timestamp(seconds).expect("in range");
            let offset = time::UtcOffset::from_hms(offset, offset, 0).expect("within a day");
            utc.replace_nanosecond(nanos).expect("less than a second").to_offset(offset)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(200)))]

    // WF-42 WF-44
    #[test]
    fn small_vectors_and_uuids(
        numbers in vec(any::<u16>(), 0..8), texts in vec(".{0,5}", 0..4), ids: Vec<u128>,
        at: prop::sample::Index, bit in 0..8u8, random: Vec<u8>,
    ) {
        let ids: Vec<Uuid> = ids.into_iter().take(3).map(Uuid::from_u128).collect();
        let value: Small = (numbers.into(), texts.into(), ids.clone());
        agree::<OfPostcard, Small>(&value);
        let damaged = damage(<OfPostcard as Reference<Small>>::write(&value), at, bit);
        accept_alike::<OfPostcard, Small>(&damaged);
        accept_alike::<OfPostcard, Small>(&random);
        agree::<OfBorsh, Vec<Uuid>>(&ids);
    }

    #[test]
    fn arrays(
        numbers in vec(any::<u16>(), 0..7), text in "[a-z]{0,9}",
        at: prop::sample::Index, bit in 0..8u8, random: Vec<u8>,
    ) {
        let text = ArrayString::from(&text).expect("short");
        let value: Arrays = (numbers.iter().copied().collect(), text);
        let heapless: Heapless = (numbers.into_iter().collect(), text.parse().expect("short"));
        Side::owned::<OfPostcard, Arrays>().agree(&value);
        Side::owned::<OfPostcard, Heapless>().agree(&heapless);
        let damaged = damage(<OfPostcard as Reference<Arrays>>::write(&value), at, bit);
        for input in [&damaged, &random] {
            Side::owned::<OfPostcard, Arrays>().accept_alike(input);
            Side::owned::<OfPostcard, Heapless>().accept_alike(input);
        }
    }

    // WF-43
    #[test]
    fn maps_keep_their_order(
        entries in vec((".{0,4}", any::<u16>()), 0..6), elements in vec(any::<u32>(), 0..6),
        at: prop::sample::Index, bit in 0..8u8, random: Vec<u8>,
    ) {
        let value: Maps = (entries.into_iter().collect(), elements.into_iter().collect());
        Side::owned::<OfPostcard, Maps>().agree(&value);
        Side::owned::<OfBorsh, Maps>().agree(&value);
        let bytes = <OfBorsh as Reference<Maps>>::write(&value);
        prop_assert_eq!(&Strict::<Borsh>::from_slice::<Maps>(&bytes).unwrap(), &value);
        let damaged = damage(bytes, at, bit);
        Side::owned::<OfBorsh, Maps>().accept_alike(&damaged);
        Side::owned::<OfPostcard, Maps>().accept_alike(&random);
    }

    #[test]
    fn hashed_maps(entries in vec((any::<u16>(), ".{0,4}"), 0..6), random: Vec<u8>) {
        let value: Hashed = entries.into_iter().collect();
        agree::<OfPostcard, Hashed>(&value);
        accept_alike::<OfPostcard, Hashed>(&random);
    }

    // WF-45
    #[test]
    fn dates_as_text(value in dates(), at: prop::sample::Index, bit in 0..8u8) {
        agree::<OfPostcard, Dates>(&value);
        let damaged = damage(<OfPostcard as Reference<Dates>>::write(&value), at, bit);
        accept_alike::<OfPostcard, Dates>(&damaged);
        let bytes = Strict::<Bincode>::to_vec(&value).unwrap();
        prop_assert_eq!(Strict::<Bincode>::from_slice::<Dates>(&bytes).unwrap(), value);
    }

    #[test]
    fn spans(seconds in -1_000_000..1_000_000i64, nanos in 0..1_000_000_000u32, random: Vec<u8>) {
        let value = vec![TimeDelta::new(seconds, nanos).expect("in range")];
        agree::<OfPostcard, Spans>(&value);
        accept_alike::<OfPostcard, Spans>(&random);
    }

    // WF-46
    #[test]
    fn moments(at in moment(), index: prop::sample::Index, bit in 0..8u8, random: Vec<u8>) {
        let utc = at.to_offset(time::UtcOffset::UTC);
        let local = time::PrimitiveDateTime::new(utc.date(), utc.time());
        let value = vec![(local, local.as_utc(), at)];
        agree::<OfPostcard, Moments>(&value);
        let damaged = damage(<OfPostcard as Reference<Moments>>::write(&value), index, bit);
        accept_alike::<OfPostcard, Moments>(&damaged);

        let span = at - time::OffsetDateTime::UNIX_EPOCH;
        let value = vec![(at.date(), at.time(), at.offset(), span)];
        agree::<OfPostcard, Parts>(&value);
        let damaged = damage(<OfPostcard as Reference<Parts>>::write(&value), index, bit);
        accept_alike::<OfPostcard, Parts>(&damaged);
        accept_alike::<OfPostcard, Parts>(&random);
    }
}

// WF-44
#[test]
fn uuids_have_a_length_where_serde_carries_them() {
    let id = Uuid::from_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
    let bytes: Vec<u8> = (1..=16).collect();
    assert_eq!(Borsh::to_vec(&id).unwrap(), bytes);
    assert_eq!(Sv2::to_vec(&id).unwrap(), bytes);
    assert_eq!(Postcard::to_vec(&id).unwrap(), [&[16], &bytes[..]].concat());
    assert_eq!(Bincode::to_vec(&id).unwrap(), bincode1::serialize(&id).unwrap());
    let big = BigEndian::<Bincode>::to_vec(&id).unwrap();
    assert_eq!(big[..8], [0, 0, 0, 0, 0, 0, 0, 16]);
    let error = Postcard::from_slice::<Uuid>(&[&[15], &bytes[..]].concat()).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidValue, 0));
}

#[test]
fn compact_sorts_maps_that_keep_their_order() {
    let map: IndexMap<&str, u8> = [("b", 1), ("a", 2)].into_iter().collect();
    assert_eq!(Compact::to_vec(&map).unwrap(), [2, 1, b'a', 2, 1, b'b', 1]);
    assert_eq!(Postcard::to_vec(&map).unwrap(), [2, 1, b'b', 1, 1, b'a', 2]);
    assert_eq!(Borsh::to_vec(&map).unwrap()[8..10], [b'b', 1]);
}

#[test]
fn strict_refuses_other_forms_of_the_same_value() {
    fn refused<T: codec_core::Decodable + std::fmt::Debug>(input: &[u8]) {
        assert!(Postcard::from_slice::<T>(input).is_ok());
        let error = Strict::<Postcard>::from_slice::<T>(input).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 0));
    }
    refused::<IndexSet<u8>>(&[2, 7, 7]);
    // Minutes whose sign differs from that of the hours; they are given the same sign.
    refused::<time::UtcOffset>(&[1, 0xff, 0]);
    refused::<DateTime<Utc>>(b"\x192014-11-28T12:00:09+00:00");
}

// WF-42
#[test]
fn arrays_hold_their_limit() {
    let error = Postcard::from_slice::<ArrayVec<u8, 2>>(&[3, 1, 2, 3]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 0));
    let error = Postcard::from_slice::<ArrayString<2>>(b"\x03abc").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 0));
    let error = Postcard::from_slice::<heapless::Vec<u8, 2>>(&[3, 1, 2, 3]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 0));
    let error = Postcard::from_slice::<heapless::String<2>>(b"\x03abc").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 0));
}

#[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
struct Prefixed {
    #[codec(len = u8)]
    short: SmallVec<[u16; 2]>,
    #[codec(count = short.len())]
    limited: ArrayVec<u8, 3>,
    #[codec(tail)]
    rest: SmallVec<[u8; 4]>,
}

#[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
#[codec(borrow)]
struct Limited(#[codec(tail)] ArrayVec<u16, 2>);

#[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
#[codec(borrow)]
struct Heap {
    #[codec(len = u8)]
    short: heapless::Vec<u16, 2, u8>,
    #[codec(count = short.len())]
    limited: heapless::Vec<u8, 3>,
    #[codec(tail)]
    rest: heapless::Vec<u8, 4>,
}

#[test]
fn vectors_of_heapless_have_lengths_counts_and_tails() {
    let bytes = [2, 1, 0, 0x2c, 1, 7, 8, 9, 9];
    let value = Bincode::from_slice::<Heap>(&bytes).unwrap();
    assert_eq!(
        (&*value.short, &*value.limited, &*value.rest),
        (&[1, 300][..], &[7, 8][..], &[9, 9][..])
    );
    assert_eq!(Bincode::to_vec(&value).unwrap(), bytes);
    let borrowed = Bincode::from_slice_ref::<HeapRef<'_>>(&bytes).unwrap();
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Heap::from(borrowed), value);
    for (input, offset) in [(&[3, 1, 0, 1, 0, 1, 0][..], 1), (&[0, 9, 9, 9, 9, 9], 1)] {
        let error = Bincode::from_slice::<Heap>(input).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, offset));
        assert_eq!(Bincode::from_slice_ref::<HeapRef<'_>>(input).unwrap_err(), error);
    }
}

#[test]
fn vectors_have_lengths_counts_and_tails() {
    let value = Prefixed {
        short: SmallVec::from_slice(&[1, 300]),
        limited: ArrayVec::from_iter([7, 8]),
        rest: SmallVec::from_slice(&[9, 9, 9, 9, 9]),
    };
    let bytes = [2, 1, 0, 0x2c, 1, 7, 8, 9, 9, 9, 9, 9];
    assert_eq!(Bincode::to_vec(&value).unwrap(), bytes);
    assert_eq!(Bincode::from_slice::<Prefixed>(&bytes).unwrap(), value);
    let mut over = value.clone();
    Bincode::decode_into(&mut over, &bytes).unwrap();
    assert_eq!(over, value);
    let error =
        Bincode::from_slice::<Prefixed>(&[4, 1, 0, 1, 0, 1, 0, 1, 0, 7, 7, 7, 7]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 9));
    let limited = Limited(ArrayVec::from_iter([5]));
    assert_eq!(Bincode::from_slice::<Limited>(&[5, 0]).unwrap(), limited);
    let error = Bincode::from_slice::<Limited>(&[5, 0, 5, 0, 5, 0]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LengthOverLimit);
    assert_eq!(Bincode::from_slice_ref::<LimitedRef<'_>>(&[5, 0, 5, 0, 5, 0]), Err(error));
    assert_eq!(Bincode::from_slice_ref(&[5, 0]), Ok(limited.to_ref()));
    assert!(Bincode::from_slice::<Limited>(&[5, 0, 5]).is_err());
}
