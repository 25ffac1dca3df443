//! Sizes by description compared with encodings, and what formats refuse.

use std::collections::BTreeMap;
use std::fmt::Debug;

use codec_core::schema::{Describe, Field, Kind, Schema, SchemaRef, Struct, Width};
use codec_core::wire::{B032, Seq064K, Seq0255, Str0255, U24, U256, Utf16};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decode, Encode, Format, Postcard, Sv2,
};
use codec_schema::{DescribeFormat, Encoding, max_len, refused, size};

/// The smallest and the largest value are as long as the description says.
fn holds<T: Describe + Encode + Debug, F: Format + DescribeFormat>(small: &T, large: &T) {
    let size = size(T::SCHEMA, &F::ENCODING);
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
#[codec(schema, version = 300, readable_since = 2)]
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
fn a_type_that_a_format_refuses_is_named_with_a_hint() {
    fn names<T: Describe + ?Sized>() -> String {
        let names = Encoding::ALL.into_iter().filter(|one| refused(&T::SCHEMA, one).is_some());
        names.map(|one| one.name).collect::<Vec<_>>().join(" ")
    }
    assert_eq!(names::<String>(), "Sv2");
    assert_eq!(names::<u128>(), "Consensus Sv2");
    assert_eq!(names::<f64>(), "Consensus Sv2");
    assert_eq!(names::<Option<u8>>(), "Consensus");
    assert_eq!(names::<BTreeMap<u8, u8>>(), "Consensus Sv2");
    assert_eq!(names::<Versioned>(), "Sv2");
    assert_eq!(names::<Str0255>(), "");
    assert!(matches!(<BTreeMap<u8, u8>>::SCHEMA.kind, Kind::Seq(_)));
}

#[derive(Encode, Decode)]
#[codec(schema, tag = u16)]
enum Level {
    Low,
    Middle(u8),
    High {
        to: u32,
    },
    #[codec(other)]
    Unknown(u16),
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Call {
    arguments: Vec<Expression>,
}

#[derive(Encode, Decode)]
#[codec(schema)]
enum Expression {
    Number(u8),
    Call(Box<Call>),
    Sum(Box<Self>, Box<Self>),
}

#[test]
fn an_enum_is_as_long_as_its_variants() {
    let level = size(Level::SCHEMA, &Encoding::POSTCARD);
    assert_eq!((level.min, level.max), (2, Some(2 + 5)));
    assert_eq!(max_len(Expression::SCHEMA, &Encoding::BORSH), None);
    assert_eq!(size(Expression::SCHEMA, &Encoding::BORSH).min, 2);
}

#[derive(Encode, Decode)]
#[codec(schema, transparent)]
struct Name(Str0255);

#[derive(Encode, Decode)]
#[codec(schema)]
struct View<'a> {
    #[codec(borrow)]
    text: &'a str,
    #[codec(borrow, len = u8)]
    bytes: &'a [u8],
}

#[derive(Encode, Decode)]
#[codec(schema, plain)]
struct Array<const N: usize>([u8; N]);

#[test]
fn sizes_of_all_shapes_are_constants() {
    const LONGEST: usize = max_len(Array::<5>::SCHEMA, &Encoding::SV2).unwrap();
    static OPAQUE: Schema = Schema::new("Sealed", Kind::Opaque("encrypted"));
    assert_eq!(max_len(Name::SCHEMA, &Encoding::SV2), Some(256));
    assert_eq!(size(View::SCHEMA, &Encoding::POSTCARD).min, 2);
    assert_eq!(max_len(Array::<7>::SCHEMA, &Encoding::SV2), Some(7));
    assert_eq!([0; LONGEST], [0; 5]);
    assert_eq!(max_len(SchemaRef::new(&OPAQUE), &Encoding::BINCODE), None);
}

#[derive(Encode, Decode)]
#[codec(id = 1, schema)]
struct Ping {
    nonce: u16,
}

#[derive(Encode, Decode)]
#[codec(id = 2, schema)]
struct Peers {
    peers: Seq064K<u32>,
}

#[derive(Encode, Decode)]
#[codec(messages, schema)]
enum Any {
    Ping(Ping),
    Peers(Peers),
}

#[derive(Encode, Decode)]
#[codec(messages, schema)]
enum AnyOrUnknown {
    Ping(Ping),
    #[codec(other)]
    Unknown(u32, Vec<u8>),
}

#[test]
fn messages_are_as_long_as_the_longest() {
    assert_eq!(max_len(Any::SCHEMA, &Encoding::SV2), Some(2 + 4 * 65_535));
    assert_eq!(max_len(AnyOrUnknown::SCHEMA, &Encoding::SV2), None);
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a module of `with` takes references")]
mod short {
    use codec_core::schema::{Describe as _, SchemaRef};
    use codec_core::{Decodable as _, DecodeError, Encode as _, EncodeError};
    use codec_core::{Format, Reader, Size, Writer};

    pub(super) const SCHEMA: SchemaRef = u64::SCHEMA;

    pub(super) fn size<F: Format>() -> Size {
        <u64 as codec_core::Decodable>::size::<F>()
    }

    pub(super) fn encoded_len<F: Format>(value: &u64) -> usize {
        value.encoded_len::<F>()
    }

    pub(super) fn encode<F: Format>(value: &u64, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        value.encode(w)
    }

    pub(super) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError> {
        u64::decode(r)
    }
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Lengths {
    #[codec(with = short)]
    short: u64,
    #[codec(len = i16, max = 30)]
    nullable: Option<Vec<u16>>,
    #[codec(len = i8)]
    text: Option<String>,
}

#[derive(Encode, Decode)]
#[codec(schema, transparent)]
struct Wrapped(#[codec(with = short)] u64);

#[test]
fn sizes_are_known_of_modules_with_a_description_and_of_lengths_that_may_be_missing() {
    let size = size(Lengths::SCHEMA, &Encoding::SV2);
    assert_eq!((size.min, size.max), (8 + 2 + 1, Some(8 + 2 + 60 + 1 + 127)));
    assert_eq!(max_len(Wrapped::SCHEMA, &Encoding::SV2), Some(8));
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Indexed {
    #[codec(index, len = u8, max = 3)]
    few: Vec<u16>,
    #[codec(index, count = few.len())]
    as_many: Box<[u8]>,
    #[codec(index, if = few.len() > 1)]
    more: Option<Vec<u16>>,
    #[codec(len = u8, max = 1)]
    without: Vec<u16>,
}

#[test]
fn a_table_of_offsets_counts_in_the_size() {
    const NAMES: Field =
        Field::new("names", <Vec<u16>>::SCHEMA).len(Width::Fixed(1)).max(3).indexed(true);
    const LIST: SchemaRef = SchemaRef::new(
        const { &Schema::new("List", Kind::Struct(Struct::new(const { &[NAMES] }))) },
    );
    assert_eq!(max_len(LIST, &Encoding::SV2), Some(1 + 3 * 4 + 3 * 2));
    // That of a sequence without a limit has none.
    assert_eq!(max_len(Indexed::SCHEMA, &Encoding::SV2), None);
    assert_eq!(size(Indexed::SCHEMA, &Encoding::SV2).min, 1 + 1);
}
