//! bincode 2's functions for types of serde.

use std::fmt::Debug;

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cuts;
use super::types::{ours, values};

/// Checks that a value has bincode 2's encoding, in one configuration of both.
fn same<T, C, R>(value: &T, config: C, reference: R)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
    C: bincode::config::Config,
    R: bincode2::config::Config,
{
    let expected = bincode2::serde::encode_to_vec(value, reference).unwrap();
    assert_eq!(bincode::serde::encode_to_vec(value, config).unwrap(), expected);
    let mut sink = Vec::new();
    let written = bincode::serde::encode_into_std_write(value, &mut sink, config).unwrap();
    assert_eq!((written, &sink), (expected.len(), &expected));
    let mut room = vec![0; expected.len()];
    assert_eq!(bincode::serde::encode_into_slice(value, &mut room, config).unwrap(), room.len());
    assert_eq!(room, expected);
    if let Some(short) = expected.len().checked_sub(1) {
        assert!(bincode::serde::encode_into_slice(value, &mut room[..short], config).is_err());
    }

    let (decoded, len) = bincode::serde::decode_from_slice::<T, _>(&expected, config).unwrap();
    assert_eq!((&decoded, len), (value, expected.len()));
    let mut source = expected.clone();
    source.push(9);
    let mut source = &source[..];
    let decoded: T = bincode::serde::decode_from_std_read(&mut source, config).unwrap();
    assert_eq!((&decoded, source), (value, &[9][..]));
    for cut in cuts(expected.len()) {
        let theirs = bincode2::serde::decode_from_slice::<T, _>(&expected[..cut], reference);
        let ours = bincode::serde::decode_from_slice::<T, _>(&expected[..cut], config);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "cut at {cut}");
        if let Err(theirs) = theirs {
            assert_eq!(ours.unwrap_err().to_string(), theirs.to_string(), "cut at {cut}");
        }
    }
}

/// Checks that both make the same of bytes that may be wrong.
fn same_of_bytes<T, C, R>(bytes: &[u8], config: C, reference: R)
where
    T: DeserializeOwned + PartialEq + Debug,
    C: bincode::config::Config,
    R: bincode2::config::Config,
{
    let ours = bincode::serde::decode_from_slice::<T, _>(bytes, config);
    // bincode makes room for what a length says, and aborts.
    if matches!(ours, Err(bincode::error::DecodeError::UnexpectedEnd { additional: 0x10_0000.. })) {
        return;
    }
    let theirs = bincode2::serde::decode_from_slice::<T, _>(bytes, reference);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}")),
        // bincode calls a wide number by the name of another type.
        (Err(ours), Err(theirs)) if ours.to_string().starts_with("InvalidIntegerType") => {
            assert!(theirs.to_string().starts_with("InvalidIntegerType"), "{theirs}");
        }
        (Err(ours), Err(theirs)) => assert_eq!(ours.to_string(), theirs.to_string()),
        (ours, theirs) => panic!("{ours:?} where bincode says {theirs:?}"),
    }
}

/// All configurations of both.
macro_rules! every {
    ($call:ident($value:expr) $(::<$ty:ty>)?) => {{
        use bincode::config as o;
        use bincode2::config as t;
        $call$(::<$ty, _, _>)?($value, o::standard(), t::standard());
        $call$(::<$ty, _, _>)?($value, o::legacy(), t::legacy());
        $call$(::<$ty, _, _>)?(
            $value,
            o::standard().with_big_endian(),
            t::standard().with_big_endian(),
        );
        $call$(::<$ty, _, _>)?(
            $value,
            o::legacy().with_big_endian(),
            t::legacy().with_big_endian(),
        );
        $call$(::<$ty, _, _>)?(
            $value,
            o::standard().with_limit::<200>(),
            t::standard().with_limit::<200>(),
        );
    }};
}

macro_rules! without_limit {
    ($call:ident($value:expr)) => {{
        use bincode::config as o;
        use bincode2::config as t;
        $call($value, o::standard(), t::standard());
        $call($value, o::legacy(), t::legacy());
        $call($value, o::standard().with_big_endian(), t::standard().with_big_endian());
        $call($value, o::legacy().with_big_endian(), t::legacy().with_big_endian());
    }};
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn numbers_are_as_with_bincode_2(value in values::numbers()) {
        without_limit!(same(&value));
    }

    #[test]
    fn enums_are_as_with_bincode_2(value in values::shape()) {
        without_limit!(same(&value));
    }

    #[test]
    fn holders_are_as_with_bincode_2(value in values::holders()) {
        without_limit!(same(&value));
    }

    #[test]
    fn any_bytes_are_taken_or_refused_as_with_bincode_2(
        bytes in proptest::collection::vec(prop_oneof![0u8..4, 245u8..=255, any::<u8>()], 0..120),
    ) {
        every!(same_of_bytes(&bytes)::<ours::Numbers>);
        every!(same_of_bytes(&bytes)::<ours::Shape>);
        every!(same_of_bytes(&bytes)::<(Vec<u16>, String, Option<char>, i64)>);
    }

    #[test]
    fn a_flipped_bit_is_taken_or_refused_as_with_bincode_2(
        value in values::numbers(),
        at in any::<proptest::sample::Index>(),
        bit in 0u8..8,
    ) {
        let mut bytes = bincode::serde::encode_to_vec(&value, bincode::config::standard()).unwrap();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        every!(same_of_bytes(&bytes)::<ours::Numbers>);
    }
}
