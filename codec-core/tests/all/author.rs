//! A format and a type of another crate, written with the public API alone: BCS (Binary Canonical
//! Serialization, used by Diem, Sui and Aptos), compared with its own crate.

use std::collections::BTreeMap;

use codec_core::format::varint::{leb128_len, read_leb128, write_leb128};
use codec_core::format::{BigEndian, LittleEndian, MapOrder, NumberLayout, Quirk, Rules};
use codec_core::{
    Borsh, Cursor, Decodable, Decode, DecodeError, DecodeErrorKind, Encode, EncodeError,
    EncodeErrorKind, Format, Layout, Output, Reader, Size, Strict, Traced, Unsupported, Writer,
};
use serde::{Deserialize, Serialize};

/// Fixed little-endian integers; lengths and tags of enums in LEB128 of 32 bits.
#[derive(Debug, Clone, Copy)]
struct Bcs;

impl Layout for Bcs {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules {
        name: "BCS",
        lengths: NumberLayout::Leb128U32,
        tags: NumberLayout::Leb128U32,
        map_order: MapOrder::EncodedKey,
        unsupported: &Unsupported {
            character: Some("BCS has no characters"),
            single: Some("BCS has no floats"),
            double: Some("BCS has no floats"),
            ..Unsupported::NOTHING
        },
        quirks: &[HEIGHT_AS_STRING],
        ..Rules::PLAIN
    };
}

/// A quirk that this crate declares for its own type.
const HEIGHT_AS_STRING: Quirk = Quirk::new("author: heights as strings");

/// A number, which some formats carry as a string of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Height(u32);

impl Encode for Height {
    fn encoded_len<F: Format>(&self) -> usize {
        if const { F::RULES.has(HEIGHT_AS_STRING) } {
            self.0.to_string().encoded_len::<F>()
        } else {
            self.0.encoded_len::<F>()
        }
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        if const { F::RULES.has(HEIGHT_AS_STRING) } {
            self.0.to_string().encode(w)
        } else {
            self.0.encode(w)
        }
    }
}

impl Decodable for Height {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        if const { !F::RULES.has(HEIGHT_AS_STRING) } {
            return u32::decode(r).map(Self);
        }
        let error = r.error(DecodeErrorKind::InvalidValue);
        String::decode(r)?.parse().map(Self).map_err(|_| error)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Encode, Decode)]
enum Payload {
    Nothing,
    Transfer { to: [u8; 4], amount: u128 },
    Script(Vec<u8>, Option<String>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Encode, Decode)]
struct Transaction {
    sender: String,
    sequence: u64,
    payloads: Vec<Payload>,
    limits: BTreeMap<u16, i32>,
    sponsored: bool,
}

fn transaction() -> Transaction {
    Transaction {
        sender: "carol".repeat(40),
        sequence: u64::MAX - 1,
        payloads: vec![
            Payload::Nothing,
            Payload::Transfer { to: [1, 2, 3, 4], amount: 1 << 100 },
            Payload::Script(vec![9; 130], Some("main".into())),
        ],
        // By their encoded bytes, 256 comes before 1.
        limits: [(1, -1), (256, 2), (2, 3)].into(),
        sponsored: true,
    }
}

#[test]
fn a_format_from_outside_has_the_bytes_of_its_reference() {
    let value = transaction();
    let bytes = Bcs::to_vec(&value).unwrap();
    assert_eq!(bytes, bcs::to_bytes(&value).unwrap());
    assert_eq!(Bcs::encoded_len(&value), bytes.len());
    assert_eq!(Bcs::from_slice::<Transaction>(&bytes).unwrap(), value);
    assert_eq!(bcs::from_bytes::<Transaction>(&bytes).unwrap(), value);
    for len in 0..bytes.len() {
        assert!(Bcs::from_slice::<Transaction>(&bytes[..len]).is_err(), "cut at {len}");
    }
    let explained = Bcs::explain::<Transaction>(&bytes).dump().to_string();
    assert!(explained.contains("amount"), "{explained}");
}

#[test]
fn strict_refuses_what_the_reference_refuses() {
    let bytes = Bcs::to_vec(&transaction()).unwrap();
    let mut accepted = 0;
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let (ours, theirs) = (
            Strict::<Bcs>::from_slice::<Transaction>(&damaged),
            bcs::from_bytes::<Transaction>(&damaged),
        );
        assert_eq!(ours.as_ref().ok(), theirs.as_ref().ok(), "bit {bit}: {ours:?}, {theirs:?}");
        accepted += usize::from(ours.is_ok());
    }
    assert!(accepted > 0 && accepted < bytes.len() * 8);
}

/// Every wrapper has the rules of the format it wraps, in whatever order they are nested.
#[test]
fn a_quirk_reaches_every_wrapper() {
    fn bytes<F: Format>() -> Vec<u8> {
        let bytes = F::to_vec(&Height(77)).unwrap();
        assert_eq!(F::from_slice::<Height>(&bytes), Ok(Height(77)), "{}", F::RULES.name);
        bytes
    }
    let text = b"\x0277".to_vec();
    assert_eq!(bytes::<Bcs>(), text);
    assert_eq!(bytes::<Strict<Bcs>>(), text);
    assert_eq!(bytes::<BigEndian<Strict<Bcs>>>(), text);
    assert_eq!(bytes::<Strict<LittleEndian<BigEndian<Bcs>>>>(), text);
    assert_eq!(bytes::<BigEndian<Traced<Bcs>>>(), text);
    assert_eq!(bytes::<BigEndian<Borsh>>(), [0, 0, 0, 77]);
    assert!(Bcs::explain::<Height>(&text).dump().to_string().contains("77"));
}

#[test]
fn no_wrapper_forgets_that_borsh_refuses_nan() {
    fn refuses<F: Format>() {
        let error = F::to_vec(&f32::NAN).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::InvalidValue, "{:?}", F::RULES);
        assert!(F::to_vec(&f64::NAN).is_err(), "{:?}", F::RULES);
        for bits in [f32::NAN.to_le_bytes(), f32::NAN.to_be_bytes()] {
            assert!(F::from_slice::<f32>(&bits).is_err() || F::to_vec(&1f32).unwrap() != bits);
        }
        assert!(F::from_slice::<f32>(&F::to_vec(&1.5f32).unwrap()) == Ok(1.5));
    }
    refuses::<Borsh>();
    refuses::<Strict<Borsh>>();
    refuses::<Traced<Borsh>>();
    refuses::<BigEndian<Borsh>>();
    refuses::<LittleEndian<Borsh>>();
    refuses::<BigEndian<Traced<Borsh>>>();
    refuses::<BigEndian<BigEndian<Borsh>>>();
    refuses::<Strict<BigEndian<Borsh>>>();
    refuses::<BigEndian<Strict<LittleEndian<Borsh>>>>();
    refuses::<Strict<BigEndian<Traced<BigEndian<Strict<Borsh>>>>>>();
}

/// The wrapper next to the type determines the byte order, also of fixed-width lengths and tags.
#[test]
fn the_outer_byte_order_holds() {
    fn both<F: Format>(value: &(u16, f32, Vec<u8>, Option<f64>), bytes: &[u8]) {
        assert_eq!(F::to_vec(value).unwrap(), bytes, "{}", F::RULES.name);
        assert_eq!(&F::from_slice::<(u16, f32, Vec<u8>, Option<f64>)>(bytes).unwrap(), value);
    }
    let value = (0x0102, 1.5, vec![7], Some(-2.0));
    let big = Vec::from(b"\x01\x02\x3f\xc0\0\0\0\0\0\x01\x07\x01\xc0\0\0\0\0\0\0\0");
    let little = Vec::from(b"\x02\x01\0\0\xc0\x3f\x01\0\0\0\x07\x01\0\0\0\0\0\0\0\xc0");
    both::<BigEndian<Borsh>>(&value, &big);
    both::<BigEndian<BigEndian<Borsh>>>(&value, &big);
    both::<BigEndian<Strict<BigEndian<Borsh>>>>(&value, &big);
    both::<BigEndian<LittleEndian<Borsh>>>(&value, &big);
    both::<LittleEndian<Borsh>>(&value, &little);
    both::<LittleEndian<BigEndian<Borsh>>>(&value, &little);
    both::<LittleEndian<Strict<BigEndian<Borsh>>>>(&value, &little);
}

/// Lengths of another kind, by the format's own methods, for which the varint functions are meant.
#[derive(Debug, Clone, Copy)]
struct Short;

impl Layout for Short {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules { name: "short", tags: NumberLayout::Int8, ..Rules::PLAIN };

    fn len_size() -> Size {
        Size::at_least(1)
    }
    fn len_len(len: usize) -> usize {
        leb128_len(len as u64)
    }
    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        Ok(read_leb128::<u16>(cursor, 3)?.into())
    }
    fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
        let len = u16::try_from(len).map_err(|_| out.error(EncodeErrorKind::LengthOverLimit))?;
        write_leb128(out, len)
    }
}

#[test]
fn an_author_writes_the_lengths_of_the_format() {
    let bytes = Short::to_vec(&(Payload::Script(vec![7; 200], None), 1u16)).unwrap();
    assert_eq!(bytes[..4], [2, 200, 1, 7]);
    assert_eq!(bytes[202..], [7, 0, 1, 0]);
    assert_eq!(
        Short::from_slice::<(Payload, u16)>(&bytes).unwrap(),
        (Payload::Script(vec![7; 200], None), 1)
    );
    assert_eq!(
        Short::to_vec(&vec![0u8; 1 << 16]).unwrap_err().kind(),
        EncodeErrorKind::LengthOverLimit
    );
}
