//! The clauses of `docs/wire-formats.md` on derived types, byte by byte in every format that
//! supports them.

use std::fmt::Debug;

use codec_core::DecodeErrorKind::{
    CheckFailed, InvalidMagic, InvalidTag, InvalidVersion, LengthOverLimit, LengthOverflow,
    LengthUnderLimit, NonCanonical, TrailingBytes, UnexpectedEnd, UnknownMessage,
    UnreadableVersion,
};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Decode, DecodeErrorKind, Encode,
    EncodeErrorKind, Format, Message, Messages, Postcard, Reader, Strict, Sv2,
};

fn has<F: Format, T: Encode + Decodable + PartialEq + Debug>(value: &T, bytes: &[u8]) {
    assert_eq!(F::to_vec(value).unwrap(), bytes, "{}", F::RULES.name);
    assert_eq!(&F::from_slice::<T>(bytes).unwrap(), value, "{}", F::RULES.name);
    // The strict form of a format accepts what the format writes.
    assert_eq!(&Strict::<F>::from_slice::<T>(bytes).unwrap(), value, "{}", F::RULES.name);
    for len in 0..bytes.len() {
        assert!(F::from_slice::<T>(&bytes[..len]).is_err(), "{} cut at {len}", F::RULES.name);
    }
}

fn refuses<F: Format, T: Decodable + Debug>(input: &[u8], kind: DecodeErrorKind, offset: usize) {
    let error = F::from_slice::<T>(input).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, offset), "{} of {input:x?}", F::RULES.name);
}

fn cannot_encode<F: Format>(value: &impl Encode, kind: EncodeErrorKind) {
    assert_eq!(F::to_vec(value).unwrap_err().kind(), kind, "{}", F::RULES.name);
}

/// The bytes of a value in several formats.
macro_rules! bytes {
    ($value:expr; $($($format:ident),+: $bytes:expr;)*) => {{
        let value = $value;
        $($(has::<$format, _>(&value, &$bytes);)+)*
    }};
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Empty;

#[derive(Debug, PartialEq, Encode, Decode)]
struct Fields {
    first: u16,
    #[codec(skip)]
    skipped: u8,
    second: bool,
    inner: (u8, Empty),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(transparent)]
struct Name(u16);

// WF-50
#[test]
fn structs_are_their_fields() {
    let fields = || Fields { first: 300, skipped: 0, second: true, inner: (7, Empty) };
    bytes!(fields(); Bincode, Borsh, Consensus, Sv2: [0x2c, 1, 1, 7]; BincodeVarint: [251, 0x2c, 1, 1, 7]; Postcard, Compact: [0xac, 2, 1, 7];);
    let other = Fields { skipped: 9, ..fields() };
    assert_eq!(Sv2::to_vec(&other), Sv2::to_vec(&fields()));
    bytes!(Empty; Bincode, BincodeVarint, Postcard, Borsh, Compact: [];);
    bytes!(Name(300); Bincode, Borsh, Consensus, Sv2: [0x2c, 1]; BincodeVarint: [251, 0x2c, 1]; Postcard, Compact: [0xac, 2];);
}

/// The enum in the recorded values.
#[derive(Debug, PartialEq, Encode, Decode)]
pub(crate) enum E {
    A,
    B(u8),
    C(u16, bool),
    D { id: u16, list: Option<u8> },
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = index)]
pub(crate) enum D {
    A,
    B = 9,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = discriminant)]
enum Numbered {
    A,
    B = 9,
    #[codec(value = 200)]
    C,
}

// WF-51
#[test]
fn enums_are_a_tag_and_the_fields_of_the_variant() {
    bytes!(E::A; Bincode: [0, 0, 0, 0]; BincodeVarint, Postcard, Borsh, Compact, Sv2: [0];);
    bytes!(E::B(7); Bincode: [1, 0, 0, 0, 7]; BincodeVarint, Postcard, Borsh, Compact, Sv2: [1, 7];);
    bytes!(E::C(300, true); Bincode: [2, 0, 0, 0, 0x2c, 1, 1]; BincodeVarint: [2, 251, 0x2c, 1, 1]; Postcard, Compact: [2, 0xac, 2, 1]; Borsh, Sv2: [2, 0x2c, 1, 1];);
    bytes!(E::D { id: 1, list: Some(5) }; Bincode: [3, 0, 0, 0, 1, 0, 1, 5]; BincodeVarint, Postcard, Compact: [3, 1, 1, 5]; Borsh, Sv2: [3, 1, 0, 1, 5];);
    bytes!(D::B; Bincode: [1, 0, 0, 0]; BincodeVarint, Postcard, Borsh, Compact, Sv2: [1];);
    bytes!(Numbered::B; Bincode: [9, 0, 0, 0]; BincodeVarint, Postcard, Borsh, Compact, Sv2: [9];);
    bytes!(Numbered::C; Bincode: [200, 0, 0, 0]; Postcard, Compact: [200, 1]; BincodeVarint, Borsh, Sv2: [200];);
    refuses::<Bincode, E>(&[4, 0, 0, 0], InvalidTag, 0);
    refuses::<Bincode, E>(&[1, 0, 0, 1, 7], InvalidTag, 0);
    refuses::<BincodeVarint, (u8, E)>(&[0, 251, 0, 1], InvalidTag, 1);
    refuses::<Postcard, (u8, E)>(&[0, 0x81, 2], InvalidTag, 1);
    refuses::<Borsh, E>(&[4], InvalidTag, 0);
    refuses::<Sv2, Numbered>(&[1], InvalidTag, 0);
    assert_eq!(Postcard::from_slice::<E>(&[0x81, 0, 7]), Ok(E::B(7)));
    refuses::<Strict<Postcard>, E>(&[0x81, 0, 7], NonCanonical, 0);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = u24)]
enum Wide {
    #[codec(value = 0x01_02_03)]
    A,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = u16, be)]
enum Big {
    #[codec(value = 0x0102)]
    A(u16),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = varint)]
enum Short {
    #[codec(value = 300)]
    A,
}

// WF-52
#[test]
fn tags_have_a_width_of_their_own() {
    bytes!(Wide::A; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [3, 2, 1];);
    bytes!(Big::A(0x0304); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [1, 2, 3, 4];);
    bytes!(Short::A; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [0xac, 2];);
    assert_eq!(Borsh::from_slice::<Short>(&[0xac, 0x82, 0]), Ok(Short::A));
    refuses::<Strict<Borsh>, Short>(&[0xac, 0x82, 0], NonCanonical, 0);
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum Open {
    Known(u8),
    #[codec(other)]
    Other(u8),
}

// WF-53
#[test]
fn a_tag_that_is_not_known_may_be_kept() {
    bytes!(Open::Other(9); Bincode: [9, 0, 0, 0]; BincodeVarint, Postcard, Borsh, Compact, Sv2: [9];);
    refuses::<Bincode, Open>(&[0, 1, 0, 0], InvalidTag, 0);
    cannot_encode::<Postcard>(&Open::Other(0), EncodeErrorKind::InvalidValue);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Lengths {
    #[codec(len = u8)]
    one: String,
    #[codec(len = u24, max = 2)]
    three: Vec<u8>,
    #[codec(len = varint, min = 1)]
    few: Vec<bool>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Most(#[codec(max = 2)] Vec<u8>);

// WF-54
#[test]
fn lengths_have_a_width_and_limits_of_their_own() {
    let lengths = || Lengths { one: "hi".into(), three: vec![7], few: vec![true] };
    let bytes = [2, b'h', b'i', 1, 0, 0, 7, 1, 1];
    bytes!(lengths(); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: bytes;);
    refuses::<Bincode, Lengths>(&[0, 3, 0, 0, 1, 2, 3], LengthOverLimit, 1);
    refuses::<Borsh, Lengths>(&[0, 0, 0, 0, 0], LengthUnderLimit, 4);
    let long = Lengths { one: "x".repeat(256), ..lengths() };
    cannot_encode::<Sv2>(&long, EncodeErrorKind::LengthOverLimit);
    cannot_encode::<Sv2>(&Lengths { few: vec![], ..lengths() }, EncodeErrorKind::LengthUnderLimit);
    bytes!(Most(vec![1, 2]); Bincode: [2, 0, 0, 0, 0, 0, 0, 0, 1, 2]; Borsh: [2, 0, 0, 0, 1, 2]; BincodeVarint, Postcard, Compact, Consensus: [2, 1, 2];);
    refuses::<Postcard, Most>(&[3, 1, 2, 3], LengthOverLimit, 0);
    refuses::<Strict<Sv2>, Lengths>(&[0, 0, 0, 0, 0x81, 0, 1], NonCanonical, 4);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Counted {
    count: i8,
    #[codec(count = count, max = 3)]
    items: Vec<u16>,
}

// WF-55
#[test]
fn counts_come_from_other_fields() {
    bytes!(Counted { count: 2, items: vec![1, 300] }; Bincode, Borsh, Consensus: [2, 1, 0, 0x2c, 1]; BincodeVarint: [2, 1, 251, 0x2c, 1]; Postcard, Compact: [2, 1, 0xac, 2];);
    refuses::<Bincode, Counted>(&[0xff], LengthOverflow, 1);
    refuses::<Bincode, Counted>(&[4], LengthOverLimit, 1);
    let wrong = Counted { count: 1, items: vec![] };
    cannot_encode::<Postcard>(&wrong, EncodeErrorKind::InconsistentFields);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(be)]
struct Ends {
    big: u32,
    #[codec(le)]
    little: u16,
    #[codec(len = u16)]
    list: Vec<u16>,
}

// WF-56
#[test]
fn integers_have_the_byte_order_of_the_field() {
    let ends = Ends { big: 1, little: 2, list: vec![3] };
    bytes!(ends; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [0, 0, 0, 1, 2, 0, 0, 1, 0, 3];);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(magic = b"MG", version = 1)]
struct Marked {
    id: u8,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(magic = 300u16)]
enum MarkedEnum {
    A,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct MarkedField {
    id: u8,
    #[codec(magic = 0x0102u16, be)]
    mark: (),
}

// WF-57
#[test]
fn constants_must_be_there() {
    bytes!(Marked { id: 7 }; Postcard, BincodeVarint, Compact: *b"MG\x01\x01\x07"; Borsh: *b"MG\x01\0\0\0\x01\0\0\0\x07";);
    bytes!(MarkedEnum::A; Bincode: [0x2c, 1, 0, 0, 0, 0]; Borsh, Sv2: [0x2c, 1, 0]; BincodeVarint: [251, 0x2c, 1, 0]; Postcard, Compact: [0xac, 2, 0];);
    bytes!(MarkedField { id: 7, mark: () }; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [7, 1, 2];);
    refuses::<Postcard, Marked>(b"MH\x01\x01\x07", InvalidMagic, 0);
    refuses::<Sv2, MarkedField>(&[7, 1, 3], InvalidMagic, 1);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Optional {
    flags: u8,
    #[codec(if = flags & 1 != 0)]
    number: Option<u16>,
}

// WF-58
#[test]
fn a_field_may_be_there_when_another_says_so() {
    bytes!(Optional { flags: 1, number: Some(5) }; Bincode, Borsh, Consensus, Sv2: [1, 5, 0]; BincodeVarint, Postcard, Compact: [1, 5];);
    bytes!(Optional { flags: 2, number: None }; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [2];);
    let wrong = Optional { flags: 0, number: Some(1) };
    cannot_encode::<Sv2>(&wrong, EncodeErrorKind::InconsistentFields);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Rest {
    id: u8,
    #[codec(tail)]
    rest: Vec<u16>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Ending {
    id: u8,
    #[codec(tail)]
    port: Option<u16>,
    #[codec(tail)]
    zone: Option<u8>,
}

// WF-59
#[test]
fn tails_are_what_is_left() {
    fn is<F: Format, T: Encode + Decodable + PartialEq + Debug>(value: &T, bytes: &[u8]) {
        assert_eq!(F::to_vec(value).unwrap(), bytes, "{}", F::RULES.name);
        assert_eq!(&F::from_slice::<T>(bytes).unwrap(), value, "{}", F::RULES.name);
    }
    let rest = Rest { id: 1, rest: vec![2, 300] };
    is::<Sv2, _>(&rest, &[1, 2, 0, 0x2c, 1]);
    is::<Consensus, _>(&rest, &[1, 2, 0, 0x2c, 1]);
    is::<Postcard, _>(&rest, &[1, 2, 0xac, 2]);
    is::<BincodeVarint, _>(&rest, &[1, 2, 251, 0x2c, 1]);
    refuses::<Borsh, Rest>(&[1, 2], UnexpectedEnd, 2);
    is::<Bincode, _>(&Ending { id: 1, port: None, zone: None }, &[1]);
    is::<Compact, _>(&Ending { id: 1, port: Some(2), zone: Some(3) }, &[1, 2, 3]);
    let wrong = Ending { id: 1, port: None, zone: Some(3) };
    cannot_encode::<Sv2>(&wrong, EncodeErrorKind::InconsistentFields);
    refuses::<Sv2, Ending>(&[1, 2, 0, 3, 4], TrailingBytes, 4);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(version = 1)]
struct First {
    id: u16,
    fax: u8,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(version = 2)]
struct Second {
    id: u16,
    fax: u8,
    #[codec(since = 2)]
    name: Option<u8>,
}

// WF-60
#[test]
fn versions_read_each_other() {
    let second = Second { id: 300, fax: 1, name: Some(5) };
    bytes!(second; Compact, Postcard: [2, 5, 0xac, 2, 1, 1, 5]; BincodeVarint: [2, 6, 251, 0x2c, 1, 1, 1, 5]; Borsh: [2, 0, 0, 0, 5, 0, 0, 0, 0x2c, 1, 1, 1, 5]; Bincode: [2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x2c, 1, 1, 1, 5];);
    let old = Compact::from_slice::<First>(&[2, 5, 0xac, 2, 1, 1, 5]);
    assert_eq!(old, Ok(First { id: 300, fax: 1 }));
    let new = Compact::from_slice::<Second>(&[1, 2, 7, 1]);
    assert_eq!(new, Ok(Second { id: 7, fax: 1, name: None }));
    refuses::<Compact, First>(&[0, 2, 7, 1], InvalidVersion, 0);
    refuses::<Compact, First>(&[0, 0], InvalidVersion, 0);
    // A field can't extend past the end of the body.
    refuses::<Compact, First>(&[1, 1, 7, 1], UnexpectedEnd, 3);
    refuses::<Compact, First>(&[1, 3, 7, 1], UnexpectedEnd, 4);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(version = 3, readable_since = 3)]
struct Third {
    id: u16,
    #[codec(removed = 3)]
    fax: u8,
    #[codec(since = 2)]
    name: Option<u8>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(version = 3)]
struct Retired {
    id: u16,
    #[codec(retired = 3)]
    fax: u8,
    #[codec(since = 2)]
    name: Option<u8>,
}

/// `Third` without the removal.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(version = 4, readable_since = 3)]
struct Fourth {
    id: u16,
    #[codec(removed = 3)]
    fax: u8,
    #[codec(since = 2)]
    name: Option<u8>,
    #[codec(since = 4)]
    age: u8,
}

// WF-69
#[test]
fn an_older_program_refuses_what_it_would_read_wrongly() {
    let fourth = Fourth { id: 300, fax: 0, name: Some(5), age: 9 };
    bytes!(fourth.clone(); Compact, Postcard: [0, 4, 3, 5, 0xac, 2, 1, 5, 9]; BincodeVarint: [0, 4, 3, 6, 251, 0x2c, 1, 1, 5, 9]; Borsh: [0, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 0x2c, 1, 1, 5, 9]; Bincode: [0, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x2c, 1, 1, 5, 9];);
    let bytes = Compact::to_vec(&fourth).unwrap();
    assert_eq!(Compact::peek_version(&bytes), Ok(4));
    // The versions that read it do so, and those before it refuse it.
    let third = Compact::from_slice::<Third>(&bytes);
    assert_eq!(third, Ok(Third { id: 300, fax: 0, name: Some(5) }));
    refuses::<Compact, Second>(&bytes, UnreadableVersion, 2);
    refuses::<Compact, First>(&bytes, UnreadableVersion, 2);
    let said = Compact::explain::<Second>(&bytes).to_string();
    assert_eq!(said, "written for version 3 and newer, read as version 2 at byte 2");
    // Values of older programs are read as ever.
    let second = Second { id: 7, fax: 1, name: Some(5) };
    let older = Compact::from_slice::<Fourth>(&Compact::to_vec(&second).unwrap());
    assert_eq!(older, Ok(Fourth { id: 7, fax: 1, name: Some(5), age: 0 }));
    // Nothing writes an oldest reader that is the first version, or newer than the value.
    for oldest in [0, 1, 5] {
        refuses::<Compact, Fourth>(&[0, 4, oldest, 4, 7, 1, 5, 9], InvalidVersion, 0);
    }
    // The strict format wants the head that the type itself writes.
    assert_eq!(Strict::<Compact>::from_slice::<Fourth>(&bytes), Ok(fourth));
    refuses::<Strict<Compact>, Fourth>(&[4, 4, 7, 1, 5, 9], NonCanonical, 0);
    refuses::<Strict<Compact>, Fourth>(&[0, 4, 2, 4, 7, 1, 5, 9], NonCanonical, 0);
    refuses::<Strict<Compact>, Second>(&[0, 2, 2, 3, 7, 8, 0], NonCanonical, 0);
}

// WF-61
#[test]
fn fields_are_removed_and_retired() {
    let third = Third { id: 7, fax: 0, name: None };
    bytes!(third; Compact, Postcard, BincodeVarint: [0, 3, 3, 2, 7, 0];);
    let older = Compact::from_slice::<Third>(&[2, 3, 7, 8, 0]);
    assert_eq!(older, Ok(Third { id: 7, fax: 8, name: None }));
    let retired = Retired { id: 7, fax: 0, name: None };
    bytes!(retired; Compact, Postcard, BincodeVarint: [3, 3, 7, 0, 0];);
    let written = Retired { id: 7, fax: 9, name: None };
    assert_eq!(Compact::to_vec(&written).unwrap(), [3, 3, 7, 0, 0]);
    let older = Compact::from_slice::<Retired>(&[2, 3, 7, 8, 0]);
    assert_eq!(older, Ok(Retired { id: 7, fax: 8, name: None }));
    let dropped = Compact::from_slice::<Retired>(&[3, 3, 7, 8, 0]);
    assert_eq!(dropped, Ok(Retired { id: 7, fax: 0, name: None }));
}

// WF-62
#[test]
fn strict_versions_are_those_that_are_written() {
    refuses::<Strict<Compact>, First>(&[2, 5, 7, 1, 1, 5], NonCanonical, 0);
    refuses::<Strict<Compact>, Second>(&[1, 2, 7, 1], NonCanonical, 0);
    assert!(Compact::from_slice::<First>(&[1, 3, 7, 1, 9]).is_ok());
    refuses::<Strict<Compact>, First>(&[1, 3, 7, 1, 9], NonCanonical, 4);
    refuses::<Strict<Compact>, First>(&[1, 0x82, 0, 7, 1], NonCanonical, 1);
    refuses::<Strict<Compact>, Retired>(&[3, 3, 7, 8, 0], NonCanonical, 3);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = 7)]
struct Ping {
    nonce: u16,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(messages)]
enum Any {
    Ping(Ping),
}

// WF-63
#[test]
fn messages_are_their_payload() {
    bytes!(Ping { nonce: 1 }; Bincode, Borsh, Consensus, Sv2: [1, 0]; BincodeVarint, Postcard, Compact: [1];);
    assert_eq!(Ping::ID, 7);
    assert_eq!(Bincode::to_vec(&Any::Ping(Ping { nonce: 1 })).unwrap(), [1, 0]);
    let read = Any::decode_message(7, &mut Reader::<Postcard>::new(&[1]));
    assert_eq!(read, Ok(Any::Ping(Ping { nonce: 1 })));
    let error = Any::decode_message(8, &mut Reader::<Postcard>::new(&[1])).unwrap_err();
    assert_eq!(error.kind(), UnknownMessage);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Checked {
    #[codec(span = even)]
    place: std::ops::Range<usize>,
    #[codec(check = is_even)]
    even: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what the derive calls it with")]
const fn is_even(value: &u16) -> bool {
    value.is_multiple_of(2)
}

// WF-64
#[test]
fn spans_and_checks_have_no_bytes() {
    let even = |len| Checked { place: 0..len, even: 4 };
    bytes!(even(2); Bincode, Borsh, Consensus, Sv2: [4, 0];);
    bytes!(even(1); BincodeVarint, Postcard, Compact: [4];);
    refuses::<Compact, (u8, Checked)>(&[0, 5], CheckFailed, 1);
}
