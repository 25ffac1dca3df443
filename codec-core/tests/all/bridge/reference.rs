//! Compared with the serde paths of bincode 1.3.3, bincode 2.0.1 and postcard 1.1.3:
//! the same bytes, and the same inputs accepted.

use std::fmt::Debug;

use bincode2::config::{Configuration, Fixint, Limit, LittleEndian, Varint};
use codec_core::serde_bridge as bridge;
use codec_core::{Bincode, BincodeVarint, Format, Postcard};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bridge::shapes::{Kind, Rare, Sink, input, rare, sink};

trait Reference {
    type Ours: Format;
    fn write<T: Serialize>(value: &T) -> Vec<u8>;
    /// The value at the front of the input, and how many bytes it takes.
    fn read<T: DeserializeOwned>(input: &[u8]) -> Option<(T, usize)>;
}

struct One;
struct TwoLegacy;
struct TwoStandard;
struct PostcardCrate;

impl Reference for One {
    type Ours = Bincode;
    fn write<T: Serialize>(value: &T) -> Vec<u8> {
        bincode1::serialize(value).unwrap()
    }
    fn read<T: DeserializeOwned>(input: &[u8]) -> Option<(T, usize)> {
        use bincode1::Options;
        let config = bincode1::DefaultOptions::new().with_fixint_encoding();
        let config = config.allow_trailing_bytes().with_limit(0x10_0000);
        let mut rest = input;
        let value = config.deserialize_from(&mut rest).ok()?;
        Some((value, input.len() - rest.len()))
    }
}

impl Reference for TwoLegacy {
    type Ours = Bincode;
    fn write<T: Serialize>(value: &T) -> Vec<u8> {
        bincode2::serde::encode_to_vec(value, bincode2::config::legacy()).unwrap()
    }
    fn read<T: DeserializeOwned>(input: &[u8]) -> Option<(T, usize)> {
        let config: Configuration<LittleEndian, Fixint, Limit<0x10_0000>> =
            bincode2::config::legacy().with_limit();
        bincode2::serde::decode_from_slice(input, config).ok()
    }
}

impl Reference for TwoStandard {
    type Ours = BincodeVarint;
    fn write<T: Serialize>(value: &T) -> Vec<u8> {
        bincode2::serde::encode_to_vec(value, bincode2::config::standard()).unwrap()
    }
    fn read<T: DeserializeOwned>(input: &[u8]) -> Option<(T, usize)> {
        let config: Configuration<LittleEndian, Varint, Limit<0x10_0000>> =
            bincode2::config::standard().with_limit();
        bincode2::serde::decode_from_slice(input, config).ok()
    }
}

impl Reference for PostcardCrate {
    type Ours = Postcard;
    fn write<T: Serialize>(value: &T) -> Vec<u8> {
        postcard::to_allocvec(value).unwrap()
    }
    fn read<T: DeserializeOwned>(input: &[u8]) -> Option<(T, usize)> {
        let (value, rest) = postcard::take_from_bytes(input).ok()?;
        Some((value, input.len() - rest.len()))
    }
}

fn agree<R: Reference, T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let bytes = R::write(value);
    assert_eq!(bridge::to_vec::<R::Ours, T>(value).unwrap(), bytes);
    assert_eq!(&bridge::from_slice::<R::Ours, T>(&bytes).unwrap(), value);
    for len in 0..bytes.len() {
        let error = bridge::from_slice::<R::Ours, T>(&bytes[..len]).unwrap_err();
        let bridge::Error::Decode(error) = error else { panic!("{error}") };
        assert_eq!(error.kind(), codec_core::DecodeErrorKind::UnexpectedEnd);
        assert_eq!(error.offset(), len);
    }
}

fn accept_alike<R: Reference, T: Serialize + DeserializeOwned + Debug>(input: &[u8]) {
    let ours = bridge::from_slice_prefix::<R::Ours, T>(input);
    let theirs = R::read::<T>(input);
    assert_eq!(ours.is_ok(), theirs.is_some(), "{ours:?} and {theirs:?} of {input:x?}");
    if let (Ok((value, rest)), Some((theirs, used))) = (ours, theirs) {
        assert_eq!(input.len() - rest.len(), used);
        // Compared by bytes, since a NaN is not equal to itself.
        assert_eq!(R::write(&value), R::write(&theirs));
    }
}

fn all<R: Reference>(sink: &Sink, rare: &Rare, input: &[u8], at: prop::sample::Index, bit: u8) {
    agree::<R, Sink>(sink);
    agree::<R, Rare>(rare);
    accept_alike::<R, Kind>(input);
    accept_alike::<R, Vec<(Option<u16>, char, String)>>(input);
    let mut damaged = R::write(sink);
    let at = at.index(damaged.len());
    damaged[at] ^= 1 << bit;
    accept_alike::<R, Sink>(&damaged);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(200)))]

    #[test]
    fn bincode_1_agrees(
        sink in sink(), rare in rare(), input in input(), at: prop::sample::Index, bit in 0..8u8
    ) {
        all::<One>(&sink, &rare, &input, at, bit);
    }

    #[test]
    fn bincode_2_legacy_agrees(
        sink in sink(), rare in rare(), input in input(), at: prop::sample::Index, bit in 0..8u8
    ) {
        all::<TwoLegacy>(&sink, &rare, &input, at, bit);
    }

    #[test]
    fn bincode_2_standard_agrees(
        sink in sink(), rare in rare(), input in input(), at: prop::sample::Index, bit in 0..8u8
    ) {
        all::<TwoStandard>(&sink, &rare, &input, at, bit);
    }

    #[test]
    fn postcard_agrees(
        sink in sink(), rare in rare(), input in input(), at: prop::sample::Index, bit in 0..8u8
    ) {
        all::<PostcardCrate>(&sink, &rare, &input, at, bit);
    }
}
