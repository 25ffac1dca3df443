//! The law of `Strict`: what decodes is encoded to the same bytes.

use std::fmt::Debug;

use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Consensus, Decodable, DecodeErrorKind,
    Encode, Format, Postcard, Strict, Sv2,
};
use proptest::prelude::*;

use crate::formats::types::{
    Addresses, Bounds, Durations, Lists, Maps, Pointers, Queues, Ranges, Results, Times, addresses,
    bounds, durations, lists, maps, pointers, queues, results, times,
};
use crate::formats::values::{Integers, Nested, bits, input, integers, nested};

/// Checks the law for one input, in all forms, and that `Strict` accepts nothing that the format
/// refuses.
pub(crate) fn law<F: Format, T>(input: &[u8])
where
    T: Encode + Decodable + Borrowable + Debug,
    for<'de> T::Ref<'de>: Encode,
{
    let strict = Strict::<F>::from_slice_prefix::<T>(input);
    let borrowed = Strict::<F>::from_slice_ref_prefix::<T::Ref<'_>>(input);
    assert_eq!(borrowed.as_ref().err(), strict.as_ref().err(), "of {input:x?}");
    let (Ok((value, rest)), Ok((borrowed, _))) = (strict, borrowed) else { return };
    let bytes = &input[..input.len() - rest.len()];
    assert_eq!(Strict::<F>::to_vec(&value).unwrap(), bytes);
    assert_eq!(Strict::<F>::to_vec(&borrowed).unwrap(), bytes);
    let lenient = F::from_slice_prefix::<T>(input).expect("what is strict is right");
    assert_eq!(Strict::<F>::to_vec(&lenient.0).unwrap(), bytes);
}

/// Checks the law for the encoding of a value, which must be accepted, and with one bit flipped:
/// every bit of a short encoding, about thirty of a long one.
pub(crate) fn law_around<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Borrowable + Debug,
    for<'de> T::Ref<'de>: Encode,
{
    let mut bytes = Strict::<F>::to_vec(value).unwrap();
    assert!(Strict::<F>::from_slice::<T>(&bytes).is_ok(), "refuses {value:?}");
    law::<F, T>(&bytes);
    for bit in (0..8 * bytes.len()).step_by(1 + bytes.len() / 4) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        law::<F, T>(&bytes);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

/// Like [`law`], for a type without a borrowed form.
fn law_owned<F: Format, T: Encode + Decodable + Debug>(input: &[u8]) {
    let Ok((value, rest)) = Strict::<F>::from_slice_prefix::<T>(input) else { return };
    assert_eq!(Strict::<F>::to_vec(&value).unwrap(), input[..input.len() - rest.len()]);
    assert!(F::from_slice_prefix::<T>(input).is_ok());
}

fn law_around_owned<F: Format, T: Encode + Decodable + Debug>(value: &T) {
    let mut bytes = Strict::<F>::to_vec(value).unwrap();
    assert!(Strict::<F>::from_slice::<T>(&bytes).is_ok(), "refuses {value:?}");
    for bit in (0..8 * bytes.len()).step_by(1 + bytes.len() / 4) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        law_owned::<F, T>(&bytes);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

fn refused<F: Format, T: Decodable + Debug>(input: &[u8]) {
    refused_at::<F, T>(1, input);
}

fn refused_at<F: Format, T: Decodable + Debug>(offset: usize, input: &[u8]) {
    assert!(F::from_slice::<(u8, T)>(input).is_ok(), "{input:x?}");
    let error = Strict::<F>::from_slice::<(u8, T)>(input).unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (DecodeErrorKind::NonCanonical, offset),
        "{input:x?}"
    );
}

#[test]
fn refuses_overlong_forms() {
    refused::<Postcard, u16>(&[0, 0x85, 0]);
    refused::<Postcard, String>(&[0, 0x80, 0]);
    refused::<Postcard, char>(&[0, 2, b'a', b'b']);
    refused::<Compact, i64>(&[0, 0x80, 0x80, 0]);
    refused::<Compact, char>(&[0, 0x80, 0]);
    refused::<BincodeVarint, u32>(&[0, 251, 250, 0]);
    refused::<BincodeVarint, Vec<u8>>(&[0, 251, 0, 0]);
    refused::<Sv2, bool>(&[0, 2]);
    refused::<Sv2, bool>(&[0, 0xff]);
}

#[test]
fn refuses_unsorted_and_duplicate_keys() {
    use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
    use std::time::Duration;

    refused_at::<Postcard, BTreeMap<u8, u8>>(4, &[0, 2, 2, 0, 1, 0]);
    refused_at::<Postcard, HashMap<u8, u8>>(4, &[0, 2, 1, 0, 1, 0]);
    refused_at::<BincodeVarint, BTreeSet<u8>>(3, &[0, 2, 2, 1]);
    refused_at::<Borsh, HashSet<u8>>(6, &[0, 2, 0, 0, 0, 1, 1]);
    // Sorted by the encoded key: the length of a string comes before its bytes.
    refused_at::<Compact, BTreeMap<String, u8>>(6, &[0, 2, 2, b'a', b'a', 0, 1, b'b', 0]);
    assert!(Strict::<Compact>::from_slice::<BTreeSet<String>>(b"\x02\x01b\x02aa").is_ok());
    assert!(Strict::<Postcard>::from_slice::<BTreeSet<String>>(b"\x02\x01b\x02aa").is_err());
    refused::<Postcard, BinaryHeap<u8>>(&[0, 2, 1, 2]);
    refused::<Postcard, Duration>(&[0, 0, 0x80, 0x94, 0xeb, 0xdc, 3]);
}

#[test]
fn a_hash_map_has_one_strict_encoding() {
    let map: std::collections::HashMap<u16, u8> = (0..50).map(|key| (key, 1)).collect();
    let sorted: std::collections::BTreeMap<u16, u8> = (0..50).map(|key| (key, 1)).collect();
    assert_eq!(Strict::<Bincode>::to_vec(&map), Bincode::to_vec(&sorted));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(10)))]

    #[test]
    fn holds_for_random_bytes(input in input()) {
        law::<Bincode, Nested>(&input);
        law::<BincodeVarint, Nested>(&input);
        law::<BincodeVarint, Integers>(&input);
        law::<Postcard, Nested>(&input);
        law::<Postcard, Vec<(char, Option<bool>)>>(&input);
        law::<Compact, Nested>(&input);
        law::<Compact, Vec<(char, u64, f32)>>(&input);
        law::<Borsh, Nested>(&input);
        law::<Consensus, Vec<(u16, Vec<u8>)>>(&input);
        law::<Sv2, (bool, u16, Option<bool>)>(&input);
        law::<Postcard, (Bounds, Ranges)>(&input);
        law::<Postcard, Durations>(&input);
        law::<BincodeVarint, Addresses>(&input);
        law::<Compact, (Results, Queues)>(&input);
        law::<Postcard, std::collections::BTreeMap<u8, bool>>(&input);
        law::<Compact, std::collections::HashSet<(u8, u16)>>(&input);
        law_owned::<Postcard, Lists>(&input);
    }

    #[test]
    fn holds_for_damaged_bytes(bits in bits(), nested in nested(), text: char) {
        law_around::<Bincode, Nested>(&nested);
        law_around::<BincodeVarint, (Integers, Nested)>(&(integers(bits), nested.clone()));
        law_around::<Postcard, (Integers, char)>(&(integers(bits), text));
        law_around::<Compact, (Integers, char)>(&(integers(bits), text));
        law_around::<Borsh, Nested>(&nested);
    }

    #[test]
    fn holds_for_damaged_maps(maps in maps(), lists in lists(), queues in queues()) {
        law_around::<Bincode, Maps>(&maps);
        law_around::<BincodeVarint, Maps>(&maps);
        law_around::<Postcard, Maps>(&maps);
        law_around::<Borsh, Maps>(&maps);
        law_around::<Compact, Maps>(&maps);
        law_around::<Postcard, Queues>(&queues);
        law_around_owned::<Postcard, Lists>(&lists);
        law_around_owned::<Borsh, Lists>(&lists);
    }

    #[test]
    fn holds_for_damaged_values(
        durations in durations(), times in times(), addresses in addresses(), bounds in bounds(),
        results in results(), pointers in pointers(),
    ) {
        law_around::<Bincode, Durations>(&durations);
        law_around::<Postcard, Times>(&times);
        law_around::<BincodeVarint, Addresses>(&addresses);
        law_around::<Postcard, Bounds>(&bounds);
        law_around::<Borsh, Results>(&results);
        law_around::<Compact, Results>(&results);
        law_around::<Compact, Pointers>(&pointers);
    }
}
