//! Descriptions of types compared with their encodings.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use codec_core::schema::{Describe, DescribeFormat, Encoding, Kind, SizeRange};
use codec_core::wire::{B032, Seq0255, Str0255, U24, U256, Utf16};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decode, Encode, Format, Postcard, Sv2,
};

fn size<T: Describe, F: DescribeFormat>() -> SizeRange {
    T::SCHEMA.get().size(&F::ENCODING)
}

/// The smallest and the largest value are as long as the description says.
fn holds<T: Describe + Encode + Debug, F: Format + DescribeFormat>(small: &T, large: &T) {
    let size = size::<T, F>();
    let name = F::ENCODING.name;
    assert_eq!(size.min, F::to_vec(small).unwrap().len() as u64, "{name} {small:?}");
    assert_eq!(size.max, Some(F::to_vec(large).unwrap().len() as u64), "{name} {large:?}");
}

macro_rules! in_formats {
    ($small:expr, $large:expr; $($format:ty),*) => {
        $(holds::<_, $format>(&$small, &$large);)*
    };
}

#[test]
fn sizes_of_plain_values_are_those_of_the_encoding() {
    in_formats!(0u8, u8::MAX; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2);
    in_formats!(0u16, u16::MAX; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2);
    in_formats!(0u32, u32::MAX; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2);
    in_formats!(0u64, u64::MAX; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2);
    in_formats!(0i64, i64::MIN; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus);
    in_formats!(0u128, u128::MAX; Bincode, BincodeVarint, Postcard, Borsh, Compact);
    // A description is of the wire format, in which a `usize` has 64 bits on every machine.
    if usize::BITS == 64 {
        in_formats!(0usize, usize::MAX; Bincode, BincodeVarint, Postcard, Borsh, Compact);
    }
    in_formats!('\0', '\u{10ffff}'; Bincode, BincodeVarint, Postcard, Compact);
    in_formats!(None, Some(u16::MAX); Bincode, BincodeVarint, Postcard, Borsh, Compact, Sv2);
    in_formats!(Ok::<u8, u32>(0), Err(u32::MAX); Bincode, BincodeVarint, Postcard, Borsh, Compact);
}

#[test]
fn sizes_of_wire_types_are_those_of_the_encoding() {
    let long = "x".repeat(255);
    let (none, all) = (Str0255::default(), Str0255::try_from(&*long).unwrap());
    in_formats!(none, all; Bincode, Postcard, Borsh, Compact, Consensus, Sv2);
    let (none, all) = (B032::default(), B032::try_from(&[7; 32][..]).unwrap());
    in_formats!(none, all; Postcard, Sv2);
    in_formats!(U24::default(), U24::MAX; Postcard, Sv2);
    let (none, all) = (Seq0255::default(), Seq0255::try_from(vec![u16::MAX; 255]).unwrap());
    in_formats!(none, all; Postcard, BincodeVarint, Sv2);
    let (none, all) = (Utf16::<u8>::try_from("").unwrap(), Utf16::<u8>::try_from(&*long).unwrap());
    in_formats!(none, all; Postcard, Sv2);
    in_formats!(U256::default(), U256::default(); Postcard, Sv2);
}

#[derive(Debug, Default, Encode, Decode)]
#[codec(schema, be, magic = b"AB")]
struct Fields {
    #[codec(magic = 7u32)]
    magic: (),
    id: u32,
    #[codec(len = varint, max = 300)]
    text: String,
    #[codec(len = u16, max = 3, le)]
    numbers: Vec<i32>,
    #[codec(len = u8)]
    option: Option<u64>,
    #[codec(if = id != 0)]
    there: Option<u16>,
    #[codec(skip)]
    skipped: u64,
    #[codec(tail)]
    end: Option<u32>,
}

#[test]
fn sizes_of_attributes_are_those_of_the_encoding() {
    let small = Fields::default();
    let large = Fields {
        id: 1,
        text: "t".repeat(300),
        numbers: vec![i32::MIN; 3],
        option: Some(u64::MAX),
        there: Some(u16::MAX),
        end: Some(u32::MAX),
        ..Fields::default()
    };
    in_formats!(small, large; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus);
}

#[derive(Debug, Default, Encode, Decode)]
#[codec(schema, version = 300)]
struct Versioned {
    #[codec(max = 200)]
    text: String,
    #[codec(removed = 2)]
    gone: u32,
    #[codec(since = 300)]
    new: u8,
}

#[test]
fn sizes_of_versions_are_those_of_the_encoding() {
    let large = Versioned { text: "t".repeat(200), gone: 1, new: 1 };
    in_formats!(
        Versioned::default(), large; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus
    );
}

#[test]
fn what_a_format_refuses_is_told_with_its_hint() {
    let refused = |kind: &dyn Fn(&Encoding) -> Option<&'static str>| {
        let names = Encoding::ALL.into_iter().filter(|one| kind(one).is_some());
        names.map(|one| one.name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(refused(&|one| String::SCHEMA.refused(one)), "Sv2");
    assert_eq!(refused(&|one| u128::SCHEMA.refused(one)), "Consensus Sv2");
    assert_eq!(refused(&|one| f64::SCHEMA.refused(one)), "Consensus Sv2");
    assert_eq!(refused(&|one| <Option<u8>>::SCHEMA.refused(one)), "Consensus");
    assert_eq!(refused(&|one| <BTreeMap<u8, u8>>::SCHEMA.refused(one)), "Consensus Sv2");
    assert_eq!(refused(&|one| Versioned::SCHEMA.refused(one)), "Sv2");
    assert_eq!(refused(&|one| Str0255::SCHEMA.refused(one)), "");
    assert!(matches!(<BTreeMap<u8, u8>>::SCHEMA.kind, Kind::Seq(_)));
}
