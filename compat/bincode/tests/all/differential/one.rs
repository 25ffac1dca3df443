//! bincode 1's functions.

use std::fmt::Debug;

use bincode::Options as _;
use bincode1::Options as _;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cuts;
use super::types::{ours, values};

/// Checks that a value has the encoding of bincode 1, by the options of both.
macro_rules! same {
    ($value:expr, $ty:ty, $ours:expr, $theirs:expr) => {{
        let value: &$ty = $value;
        let expected = $theirs.serialize(value).unwrap();
        assert_eq!($ours.serialize(value).unwrap(), expected);
        assert_eq!($ours.serialized_size(value).unwrap(), expected.len() as u64);
        let mut sink = Vec::new();
        $ours.serialize_into(&mut sink, value).unwrap();
        assert_eq!(sink, expected);
        assert_eq!(&$ours.deserialize::<$ty>(&expected).unwrap(), value);
        sink.push(9);
        let mut source = &sink[..];
        assert_eq!(&$ours.deserialize_from::<_, $ty>(&mut source).unwrap(), value);
        assert_eq!(source, [9]);
        for cut in cuts(expected.len()) {
            same_of_bytes!(&expected[..cut], $ty, $ours, $theirs);
        }
    }};
}

/// Checks that both make the same of any bytes, as a slice and as a source.
macro_rules! same_of_bytes {
    ($bytes:expr, $ty:ty, $ours:expr, $theirs:expr) => {{
        let bytes: &[u8] = $bytes;
        same_outcome($ours.deserialize::<$ty>(bytes), $theirs.deserialize::<$ty>(bytes));
        let (mut one, mut two) = (bytes, bytes);
        // Without a limit, bincode makes room for what a length says, and aborts.
        let (ours, theirs) = (
            $ours.with_limit(4096).deserialize_from::<_, $ty>(&mut one),
            $theirs.with_limit(4096).deserialize_from::<_, $ty>(&mut two),
        );
        if ours.is_ok() {
            assert_eq!(one, two, "the source is left elsewhere");
        }
        same_outcome(ours, theirs);
    }};
}

fn same_outcome<T: Debug>(ours: bincode::Result<T>, theirs: bincode1::Result<T>) {
    use bincode::ErrorKind as O;
    use bincode1::ErrorKind as T;
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}")),
        (Err(ours), Err(theirs)) => match (&*ours, &*theirs) {
            (O::Io(ours), T::Io(theirs)) => assert_eq!(ours.kind(), theirs.kind()),
            // A character that is cut is an end here, and in bincode an invalid one.
            // Integers that are too wide have words of their own.
            (O::Io(_), T::InvalidCharEncoding) | (O::Custom(_), T::Custom(_)) => {}
            (ours, theirs) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}")),
        },
        (ours, theirs) => panic!("{ours:?} where bincode says {theirs:?}"),
    }
}

/// All options of both.
macro_rules! every {
    ($call:ident($value:expr, $ty:ty)) => {{
        let (ours, theirs) = (bincode::DefaultOptions::new(), bincode1::DefaultOptions::new());
        $call!($value, $ty, ours, theirs);
        $call!($value, $ty, ours.allow_trailing_bytes(), theirs.allow_trailing_bytes());
        $call!($value, $ty, ours.with_big_endian(), theirs.with_big_endian());
        $call!($value, $ty, ours.with_fixint_encoding(), theirs.with_fixint_encoding());
        $call!(
            $value,
            $ty,
            ours.with_fixint_encoding().with_big_endian().reject_trailing_bytes(),
            theirs.with_fixint_encoding().with_big_endian().reject_trailing_bytes()
        );
        $call!(
            $value,
            $ty,
            ours.with_varint_encoding().with_native_endian().with_no_limit(),
            theirs.with_varint_encoding().with_native_endian().with_no_limit()
        );
    }};
}

fn root<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let expected = bincode1::serialize(value).unwrap();
    assert_eq!(bincode::serialize(value).unwrap(), expected);
    assert_eq!(bincode::serialized_size(value).unwrap(), expected.len() as u64);
    assert_eq!(&bincode::deserialize::<T>(&expected).unwrap(), value);
    let mut longer = expected.clone();
    longer.push(9);
    assert_eq!(&bincode::deserialize::<T>(&longer).unwrap(), value);
    assert_eq!(&bincode::deserialize_from::<_, T>(&longer[..]).unwrap(), value);
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn numbers_are_as_with_bincode_1(value in values::numbers()) {
        every!(same(&value, ours::Numbers));
        root(&value);
    }

    #[test]
    fn enums_are_as_with_bincode_1(value in values::shape()) {
        every!(same(&value, ours::Shape));
        root(&value);
    }

    #[test]
    fn holders_are_as_with_bincode_1(value in values::holders()) {
        every!(same(&value, ours::Holders));
        root(&value);
    }

    #[test]
    fn any_bytes_are_taken_or_refused_as_with_bincode_1(
        bytes in proptest::collection::vec(prop_oneof![0u8..4, 245u8..=255, any::<u8>()], 0..120),
    ) {
        every!(same_of_bytes(&bytes, ours::Numbers));
        every!(same_of_bytes(&bytes, ours::Shape));
        every!(same_of_bytes(&bytes, (u16, i16, u32, i64, u128)));
    }

    #[test]
    fn limits_count_as_with_bincode_1(value in values::shape(), limit in 0u64..80) {
        let ours = bincode::options().with_limit(limit);
        let theirs = bincode1::options().with_limit(limit);
        same_size(ours.serialized_size(&value), theirs.serialized_size(&value));
        let bytes = bincode::options().serialize(&value).unwrap();
        same_outcome(
            ours.deserialize_from::<_, ours::Shape>(&bytes[..]),
            theirs.deserialize_from::<_, ours::Shape>(&bytes[..]),
        );
    }
}

fn same_size(ours: bincode::Result<u64>, theirs: bincode1::Result<u64>) {
    same_outcome(ours, theirs);
}

/// A sequence whose length is not known first.
struct Endless;
impl Serialize for Endless {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(std::iter::repeat_n(1u8, 3).filter(|_| true))
    }
}

#[test]
fn what_serde_asks_in_vain_is_refused_as_with_bincode_1() {
    #[derive(Debug, serde::Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "never made")]
    enum Either {
        Number(u8),
        Text(String),
    }
    same_outcome(
        bincode::deserialize::<Either>(&[1, 2, 3]),
        bincode1::deserialize::<Either>(&[1, 2, 3]),
    );

    same_outcome(bincode::serialize(&Endless), bincode1::serialize(&Endless));
}
