//! Maps, enums and results, compared with the native path: the same bytes in the order of every
//! format, the same inputs accepted, and the same inputs refused under `Strict`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use codec_core::serde_bridge::{self as bridge, Error, Serde};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Decode, DecodeErrorKind, Encode,
    Format, Postcard, Strict,
};
use proptest::collection::{btree_map, hash_map, vec};
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bridge::native::same;

/// A key of every ordered kind.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize,
)]
enum Key {
    Nothing,
    Number(i16),
    Text(String),
    Parts { flag: bool, list: Vec<u16>, wide: Option<u64> },
}

type Plain = (BTreeMap<u16, String>, BTreeMap<i32, BTreeMap<String, Vec<u8>>>);
type Hashed = (HashMap<i16, u8>, HashMap<String, HashMap<(u8, i64), bool>>);
type Keyed = (BTreeMap<Key, Result<u16, String>>, HashMap<Key, Key>);
type Values = (Vec<Key>, Result<Key, u8>, Vec<Result<u8, String>>);

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        Just(Key::Nothing),
        any::<i16>().prop_map(Key::Number),
        "[\0a-c]{0,3}".prop_map(Key::Text),
        (any::<bool>(), vec(any::<u16>(), 0..3), any::<Option<u64>>())
            .prop_map(|(flag, list, wide)| Key::Parts { flag, list, wide }),
    ]
}

fn outcome<T: Debug>(ok: impl Strategy<Value = T>) -> impl Strategy<Value = Result<T, String>> {
    (any::<bool>(), ok, ".{0,3}").prop_map(|(is, ok, error)| if is { Ok(ok) } else { Err(error) })
}

fn plain() -> impl Strategy<Value = Plain> {
    let inner = btree_map(".{0,3}", any::<Vec<u8>>(), 0..3);
    (btree_map(any::<u16>(), ".{0,3}", 0..6), btree_map(any::<i32>(), inner, 0..4))
}

fn hashed() -> impl Strategy<Value = Hashed> {
    let inner = hash_map(any::<(u8, i64)>(), any::<bool>(), 0..4);
    (hash_map(any::<i16>(), any::<u8>(), 0..9), hash_map("[\0a-c]{0,3}", inner, 0..4))
}

fn keyed() -> impl Strategy<Value = Keyed> {
    (btree_map(key(), outcome(any::<u16>()), 0..6), hash_map(key(), key(), 0..6))
}

fn values() -> impl Strategy<Value = Values> {
    let either = (any::<bool>(), key(), any::<u8>());
    let either = either.prop_map(|(is, key, number)| if is { Ok(key) } else { Err(number) });
    (vec(key(), 0..4), either, vec(outcome(any::<u8>()), 0..4))
}

/// Both paths accept an input, with the same value, or neither does.
fn alike<F: Format, T>(input: &[u8])
where
    T: Encode + Decodable + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let native = F::from_slice::<T>(input);
    let bridged = F::from_slice::<Serde<T>>(input).map(|Serde(value)| value);
    match (native, bridged) {
        (Ok(native), Ok(bridged)) => {
            assert_eq!(native, bridged);
            if F::RULES.strict {
                assert_eq!(bridge::to_vec::<F, T>(&bridged).unwrap(), input);
            }
        }
        // The native path finds out before the elements that there are too few bytes.
        (Err(_), Err(_)) => {}
        (native, bridged) => panic!("{}: {native:?}, {bridged:?} of {input:x?}", F::RULES.name),
    }
}

/// The value, and its bytes with bits flipped.
fn around<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Serialize + DeserializeOwned + Clone + PartialEq + Debug,
{
    same::<F, T>(value);
    let mut bytes = F::to_vec(value).unwrap();
    for bit in (0..8 * bytes.len()).step_by(1 + bytes.len() / 4) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        alike::<F, T>(&bytes);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

/// In each format, and in a strict one that sorts by bytes; with `--cfg matrix` in each strict one.
macro_rules! in_each {
    ($type:ty, $value:expr; $($format:ty),*) => {
        $(
            around::<$format, $type>($value);
            #[cfg(matrix)]
            around::<Strict<$format>, $type>($value);
        )*
        around::<Strict<Compact>, $type>($value);
    };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(20)))]

    /// In a format of fixed width, in one that sorts by keys, in one that sorts by their bytes.
    #[test]
    fn maps_are_the_same(plain in plain(), hashed in hashed()) {
        in_each!(Plain, &plain; Bincode, Borsh, Compact);
        in_each!(Hashed, &hashed; Bincode, Borsh, Compact);
    }

    #[test]
    fn keys_of_every_kind_are_the_same(keyed in keyed()) {
        in_each!(Keyed, &keyed; Bincode, Borsh, Compact);
    }

    #[test]
    fn enums_and_results_are_the_same(values in values()) {
        in_each!(Values, &values; Bincode, Borsh, Compact);
    }

    #[test]
    fn structs_without_tags_are_the_same(list in vec((any::<u16>(), ".{0,4}"), 0..4)) {
        around::<Consensus, _>(&list);
        around::<Strict<Consensus>, _>(&list);
    }
}

// WF-65 WF-66
#[test]
fn entries_have_the_order_of_the_format() {
    let map = BTreeMap::from([(1u16, "a"), (0x100, "b"), (0x80, "c")]);
    let in_order = b"\x03\x01\x01a\x80\x01\x01c\x80\x02\x01b";
    assert_eq!(bridge::to_vec::<Postcard, _>(&map).unwrap(), in_order);
    assert_eq!(bridge::to_vec::<Compact, _>(&map).unwrap(), in_order);
    let texts = BTreeMap::from([("aa", 1u8), ("b", 2)]);
    assert_eq!(bridge::to_vec::<Compact, _>(&texts).unwrap(), b"\x02\x01b\x02\x02aa\x01");
    let hashed: HashMap<i16, u8> = (-50..50).map(|key| (key, 1)).collect();
    let sorted: BTreeMap<i16, u8> = (-50..50).map(|key| (key, 1)).collect();
    let bytes = Borsh::to_vec(&sorted).unwrap();
    assert_eq!(bridge::to_vec::<Borsh, _>(&hashed).unwrap(), bytes);
    assert_eq!(
        bridge::to_vec::<Strict<Bincode>, _>(&hashed),
        Ok(Bincode::to_vec(&sorted).unwrap())
    );
}

fn refused<F: Format, T: DeserializeOwned + Debug>(input: &[u8], offset: usize) {
    assert!(bridge::from_slice::<F, T>(input).is_ok());
    let Err(Error::Decode(error)) = bridge::from_slice::<Strict<F>, T>(input) else { panic!() };
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, offset));
}

#[test]
fn strict_refuses_what_it_would_not_write() {
    refused::<Postcard, BTreeMap<u8, u8>>(&[2, 2, 0, 1, 0], 3);
    refused::<Postcard, HashMap<i8, u8>>(&[2, 1, 0, 0xff, 0], 3);
    refused::<Postcard, HashMap<u8, u8>>(&[2, 1, 0, 1, 0], 3);
    refused::<Compact, BTreeMap<String, u8>>(b"\x02\x02aa\0\x01b\0", 5);
    refused::<Borsh, HashMap<u16, u8>>(&[2, 0, 0, 0, 0, 1, 9, 1, 0, 9], 7);
    refused::<Postcard, Option<u16>>(&[1, 0x85, 0], 1);
    refused::<Postcard, Key>(&[0x81, 0, 2], 0);
    // Maps that are keys have an order as well.
    refused::<Postcard, BTreeMap<BTreeMap<u8, u8>, u8>>(&[2, 1, 2, 0, 0, 1, 1, 0, 0], 5);
}

#[test]
fn results_have_the_tag_of_the_format() {
    let ok: Result<u8, u8> = Ok(7);
    assert_eq!(bridge::to_vec::<Borsh, _>(&ok).unwrap(), [1, 7]);
    assert_eq!(bridge::to_vec::<Compact, _>(&ok).unwrap(), [0, 7]);
    assert_eq!(bridge::to_vec::<Bincode, _>(&ok).unwrap(), [0, 0, 0, 0, 7]);
    assert_eq!(bridge::from_slice::<Borsh, Result<u8, u8>>(&[0, 7]), Ok(Err(7)));
    assert!(bridge::from_slice::<Borsh, Result<u8, u8>>(&[2, 7]).is_err());
}

#[test]
fn keys_and_values_borrow_from_the_input() {
    type Lent<'a> = BTreeMap<&'a str, Option<&'a str>>;
    fn lent<F: Format>() {
        let map = BTreeMap::from([("a", Some("bc")), ("d", None)]);
        let bytes = bridge::to_vec::<F, _>(&map).unwrap();
        let Serde(read): Serde<Lent<'_>> = F::from_slice_ref(&bytes).unwrap();
        assert_eq!(read, map);
        let within = bytes.as_ptr_range();
        assert!(read.iter().all(|(key, _)| within.contains(&key.as_ptr())));
        assert!(read["a"].is_some_and(|text| within.contains(&text.as_ptr())));
    }
    lent::<Bincode>();
    lent::<BincodeVarint>();
    lent::<Postcard>();
    lent::<Borsh>();
    lent::<Compact>();
    lent::<Strict<Borsh>>();
    lent::<Strict<Compact>>();
}

/// The message of a type's own error is kept, wherever entries are buffered.
#[test]
fn a_message_is_kept_where_entries_are_held() {
    struct Never;
    impl Serialize for Never {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("never"))
        }
    }
    let map = BTreeMap::from([(1u8, Some(Never))]);
    assert_eq!(bridge::to_vec::<Compact, _>(&map), Err(Error::Custom("never".into())));
    assert_eq!(bridge::to_vec::<Postcard, _>(&map), Err(Error::Custom("never".into())));
}
