//! The `Bincode` format compared with bincode 1.3.3: the same bytes for the same values, the same
//! values for the same bytes, and the same inputs accepted. One difference: bincode 1 ignores
//! trailing bytes; here they are an error, except in the prefix form.

use std::collections::BTreeMap;
use std::fmt::Debug;

use codec_core::{Bincode, Borrowable, Decodable, DecodableRef, DecodeErrorKind, Encode, Format};
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

/// Both directions: each crate reads the other's bytes.
fn agree<T>(value: &T)
where
    T: Encode + Decodable + Borrowable + Serialize + DeserializeOwned + PartialEq + Debug,
    for<'de> T::Ref<'de>: Encode,
{
    let ours = Bincode::to_vec(value).unwrap();
    let theirs = bincode1::serialize(value).unwrap();
    assert_eq!(ours, theirs);
    assert_eq!(Bincode::encoded_len(value), ours.len());
    assert_eq!(&Bincode::from_slice::<T>(&theirs).unwrap(), value);
    assert_eq!(&bincode1::deserialize::<T>(&ours).unwrap(), value);
    let borrowed: T::Ref<'_> = Bincode::from_slice_ref(&theirs).unwrap();
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), ours);
    assert_eq!(Bincode::to_vec(&value.to_ref()).unwrap(), ours);
    assert_eq!(&T::from_ref(borrowed), value);
}

/// The same inputs are accepted, with the same values; an accepted input is what would be written.
fn accept_alike<T>(input: &[u8])
where
    T: Encode + Decodable + Borrowable + DeserializeOwned + PartialEq + Debug,
{
    let ours = Bincode::from_slice_prefix::<T>(input);
    let theirs = bincode1::deserialize::<T>(input);
    assert_eq!(ours.is_ok(), theirs.is_ok(), "{ours:?} and {theirs:?} of {input:x?}");
    let borrowed = Bincode::from_slice_ref_prefix::<T::Ref<'_>>(input);
    assert_eq!(borrowed.as_ref().err(), ours.as_ref().err());
    let Ok((value, rest)) = ours else { return };
    let encoded = Bincode::to_vec(&value).unwrap();
    assert_eq!(encoded, input[..input.len() - rest.len()]);
    // Compared as bytes, since a NaN is not equal to itself.
    assert_eq!(Bincode::to_vec(&theirs.unwrap()).unwrap(), encoded);
    if !rest.is_empty() {
        let error = Bincode::from_slice::<T>(input).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::TrailingBytes);
        assert_eq!(error.offset(), encoded.len());
    }
}

type Integers = ((u8, u16, u32, u64, u128, usize), (i8, i16, i32, i64, i128, isize));
type Nested = Vec<(Option<String>, Vec<(u16, [bool; 3])>, Box<(char, ())>)>;

fn nested() -> impl Strategy<Value = Nested> {
    let pairs = prop::collection::vec(any::<(u16, [bool; 3])>(), 0..5);
    let boxed = any::<char>().prop_map(|character| Box::new((character, ())));
    prop::collection::vec((any::<Option<String>>(), pairs, boxed), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(200)))]

    #[test]
    fn integers_agree(value: (Integers, bool, char)) {
        agree(&value);
    }

    #[test]
    fn floats_agree(a in any::<u32>(), b in any::<u64>()) {
        let value = (f32::from_bits(a), f64::from_bits(b));
        let ours = Bincode::to_vec(&value).unwrap();
        prop_assert_eq!(&ours, &bincode1::serialize(&value).unwrap());
        let (c, d): (f32, f64) = Bincode::from_slice(&ours).unwrap();
        prop_assert_eq!((a, b), (c.to_bits(), d.to_bits()));
    }

    #[test]
    fn strings_agree(value: (String, Option<String>, Vec<String>)) {
        agree(&value);
    }

    #[test]
    fn sequences_agree(value: (Vec<u8>, Vec<u64>, Vec<Vec<i32>>, Vec<Option<bool>>)) {
        agree(&value);
    }

    #[test]
    fn arrays_and_tuples_agree(value: ([u8; 32], [u16; 5], (u8,), [(bool, char); 3], [String; 2])) {
        agree(&value);
    }

    #[test]
    fn nested_values_agree(value in nested()) {
        agree(&value);
    }

    #[test]
    fn random_bytes_are_accepted_alike(input in prop::collection::vec(any::<u8>(), 0..40)) {
        accept_alike::<(bool, u16)>(&input);
        accept_alike::<char>(&input);
        accept_alike::<Option<Option<u32>>>(&input);
        accept_alike::<[Option<u8>; 4]>(&input);
        accept_alike::<(f32, f64)>(&input);
        accept_alike::<String>(&input);
        accept_alike::<Vec<u16>>(&input);
    }

    /// Small numbers, so that lengths and tags are often right.
    #[test]
    fn likely_bytes_are_accepted_alike(input in prop::collection::vec(0..3u8, 0..60)) {
        accept_alike::<Vec<u8>>(&input);
        accept_alike::<Vec<Option<bool>>>(&input);
        accept_alike::<Option<(String, Vec<u32>)>>(&input);
        accept_alike::<Vec<String>>(&input);
        accept_alike::<Vec<Vec<(bool, u8)>>>(&input);
        accept_alike::<(Box<Option<u64>>, Vec<char>)>(&input);
    }

    /// Real encodings with one byte changed.
    #[test]
    fn damaged_bytes_are_accepted_alike(value in nested(), at: prop::sample::Index, byte: u8) {
        let mut input = Bincode::to_vec(&value).unwrap();
        let at = at.index(input.len());
        input[at] = byte;
        // Only one side caps the count of zero-length elements.
        accept_alike::<Nested>(&input);
    }
}

/// The bytes of the golden file, by name.
fn golden() -> BTreeMap<&'static str, Vec<u8>> {
    let lines = include_str!("../../../../codec-core/tests/data/bincode_golden.txt").lines();
    let entries = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let (name, hex) = line.split_once(" | ").expect("a bar");
        let byte = |hex| u8::from_str_radix(hex, 16).expect("hex");
        (name, hex.split_whitespace().map(byte).collect())
    });
    entries.collect()
}

struct Golden(BTreeMap<&'static str, Vec<u8>>);

impl Golden {
    /// `value` has the recorded bytes of this name, written and read.
    fn is<T: Encode + Decodable + PartialEq + Debug>(&mut self, name: &str, value: &T) {
        let bytes = self.0.remove(name).unwrap_or_else(|| panic!("no golden value {name}"));
        assert_eq!(Bincode::to_vec(value).unwrap(), bytes, "{name}");
        assert_eq!(&Bincode::from_slice::<T>(&bytes).unwrap(), value, "{name}");
        for len in 0..bytes.len() {
            let error = Bincode::from_slice::<T>(&bytes[..len]).unwrap_err();
            let end = (DecodeErrorKind::UnexpectedEnd, len);
            assert_eq!((error.kind(), error.offset()), end, "{name} cut at {len}");
        }
    }
}

#[test]
fn golden_integers_and_scalars() {
    let mut golden = Golden(golden());
    golden.is("u8 200", &200u8);
    golden.is("i8 -1", &-1i8);
    golden.is("u16 250", &250u16);
    golden.is("u16 251", &251u16);
    golden.is("u16 65535", &65535u16);
    golden.is("i16 -1", &-1i16);
    golden.is("i16 -126", &-126i16);
    golden.is("u32 70000", &70000u32);
    golden.is("i32 i32::MIN", &i32::MIN);
    golden.is("u64 1<<40", &(1u64 << 40));
    golden.is("u64 max", &u64::MAX);
    golden.is("u128 1<<80", &(1u128 << 80));
    golden.is("u128 5", &5u128);
    golden.is("i128 -3", &-3i128);
    golden.is("usize 300", &300usize);
    golden.is("isize -2", &-2isize);
    golden.is("bool t", &true);
    golden.is("char a", &'a');
    golden.is("char é", &'é');
    golden.is("char 😀", &'😀');
    golden.is("f32 1", &1f32);
    golden.is("f64 1", &1f64);
}

#[test]
fn golden_compounds() {
    let mut golden = Golden(golden());
    golden.is("tuple(u8,u16)", &(1u8, 2u16));
    golden.is("[u8;3]", &[1u8, 2, 3]);
    golden.is("[u16;2]", &[1u16, 2]);
    golden.is("String hi", &String::from("hi"));
    golden.is("Vec<u8>", &vec![1u8, 2]);
    golden.is("Vec<u16>", &vec![1u16, 300]);
    golden.is("Option None", &None::<u8>);
    golden.is("Option Some(7)", &Some(7u8));
    golden.is("Box<u8>", &Box::new(5u8));
    let borrowed = golden.0.remove("str hi").unwrap();
    assert_eq!(Bincode::to_vec("hi").unwrap(), borrowed);
    assert_eq!(<&str>::decode_ref(&mut codec_core::Reader::<Bincode>::new(&borrowed)), Ok("hi"));
}
