//! `until`, `varint` and `as`.

use std::collections::BTreeMap;

use codec_core::field::{DecodeWith, EncodeWith, Same, Until, Varint};
use codec_core::{
    Bincode, Decodable, Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind,
    Format, Reader, Size, Strict, Sv2, Writer,
};
use foreign::Celsius;

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Line {
    #[codec(until = 0)]
    user: String,
    #[codec(until = b'\n')]
    bytes: Vec<u8>,
    flag: u8,
    #[codec(if = flag > 0, until = NUL)]
    comment: Option<String>,
    #[codec(until = 0, own)]
    own: String,
    #[codec(bytes = u8, until = 0)]
    padded: String,
}

const NUL: u8 = 0;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, be)]
struct Numbers {
    fixed: u32,
    #[codec(varint)]
    short: u16,
    #[codec(varint)]
    long: u64,
    #[codec(varint)]
    signed: i32,
    #[codec(if = fixed > 0, varint)]
    optional: Option<u128>,
}

/// The adapter of a type of another crate.
struct Degrees;

impl EncodeWith<Celsius> for Degrees {
    fn encoded_size<F: Format>() -> Size {
        i32::encoded_size::<F>()
    }
    fn encoded_len<F: Format>(value: &Celsius) -> usize {
        value.0.encoded_len::<F>()
    }
    fn encode<F: Format>(value: &Celsius, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        value.0.encode(w)
    }
}

impl DecodeWith<'_, Celsius> for Degrees {
    fn size<F: Format>() -> Size {
        i32::size::<F>()
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Celsius, DecodeError> {
        i32::decode(r).map(Celsius)
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Weather {
    #[codec(as = Degrees)]
    now: Celsius,
    #[codec(as = [Degrees; 2])]
    range: [Celsius; 2],
    #[codec(as = (Same, Degrees))]
    at: (u8, Celsius),
    #[codec(as = Box<Degrees>)]
    boxed: Box<Celsius>,
    #[codec(bytes = u16, as = (Degrees, Varint))]
    delimited: (Celsius, u32),
    #[codec(if = at.0 > 0, as = "Degrees")]
    maybe: Option<Celsius>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Collections {
    #[codec(as = Vec<Degrees>)]
    days: Vec<Celsius>,
    #[codec(as = Option<Vec<Until<0>>>)]
    names: Option<Vec<String>>,
    #[codec(as = BTreeMap<Varint, Degrees>)]
    places: BTreeMap<u32, Celsius>,
    #[codec(as = Until<0>, borrow)]
    lent: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(transparent, plain)]
struct Temperature(#[codec(as = Degrees)] Celsius);

forms! {
    Line: LineRef, LineShared;
    Numbers: NumbersRef, NumbersShared;
    Weather: WeatherRef, WeatherShared;
}

fn line() -> Line {
    Line {
        user: "ada".into(),
        bytes: vec![1, 0, 2],
        flag: 1,
        comment: Some(String::new()),
        own: "x".into(),
        padded: "é".into(),
    }
}

#[test]
fn a_terminator_ends_strings_and_bytes_in_every_form() {
    in_every_format!(line());
    let bytes = Sv2::to_vec(&line()).unwrap();
    assert_eq!(bytes, b"ada\0\x01\0\x02\n\x01\0x\0\x03\xc3\xa9\0");
    let read: LineRef<'_> = Sv2::from_slice_ref(&bytes).unwrap();
    assert_eq!(read.user.as_ptr(), bytes.as_ptr());
}

#[test]
fn a_value_with_its_terminator_is_not_written_and_one_without_is_not_read() {
    let kind = |line: &Line| Sv2::to_vec(line).unwrap_err().kind();
    assert_eq!(kind(&Line { user: "a\0b".into(), ..line() }), EncodeErrorKind::InvalidValue);
    assert_eq!(kind(&Line { bytes: vec![b'\n'], ..line() }), EncodeErrorKind::InvalidValue);
    let error = Sv2::from_slice::<Line>(b"endless").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 7));
    let error = Sv2::from_slice::<Line>(b"\xff\0").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidUtf8, 0));
}

#[test]
fn a_varint_has_its_layout_in_every_format() {
    let value =
        Numbers { fixed: 1, short: 300, long: u64::MAX, signed: -1, optional: Some(u128::MAX) };
    in_every_format!(value.clone());
    let bytes = Bincode::to_vec(&Numbers { long: 2, optional: Some(3), ..value }).unwrap();
    assert_eq!(bytes, [0, 0, 0, 1, 0xac, 2, 2, 1, 3]);
    let long = [0, 0, 0, 0, 0xff, 0xff, 0x7f, 0, 0];
    let error = Bincode::from_slice::<Numbers>(&long).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::VarintOverflow, 4));
    let overlong = [0, 0, 0, 0, 0x81, 0, 0, 0];
    assert_eq!(Bincode::from_slice::<Numbers>(&overlong).unwrap().short, 1);
    let error = Strict::<Bincode>::from_slice::<Numbers>(&overlong).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 4));
}

fn holds<F: Format>(value: &Collections) {
    let bytes = F::to_vec(value).unwrap();
    assert_eq!(F::encoded_len(value), bytes.len());
    assert_eq!(F::from_slice::<Collections>(&bytes).as_ref(), Ok(value));
    let borrowed: CollectionsRef<'_> = F::from_slice_ref(&bytes).unwrap();
    let _: &str = borrowed.lent;
    assert_eq!(F::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Collections::from(borrowed), *value);
    let shared: CollectionsShared = F::from_bytes(&bytes.clone().into()).unwrap();
    assert_eq!(Collections::from(shared), *value);
    for len in 0..bytes.len() {
        assert!(F::from_slice::<Collections>(&bytes[..len]).is_err());
    }
}

#[test]
fn adapters_compose_over_types_of_another_crate() {
    in_every_format!(Weather {
        now: Celsius(1),
        range: [Celsius(-1), Celsius(2)],
        at: (3, Celsius(4)),
        boxed: Box::new(Celsius(5)),
        delimited: (Celsius(6), 7),
        maybe: Some(Celsius(8)),
    });
    let value = Collections {
        days: vec![Celsius(1), Celsius(-1)],
        names: Some(vec!["a".into()]),
        places: BTreeMap::from([(300, Celsius(2)), (1, Celsius(3))]),
        lent: "l".into(),
    };
    holds::<Bincode>(&value);
    holds::<codec_core::Postcard>(&value);
    holds::<codec_core::Borsh>(&value);
    let bytes = Bincode::to_vec(&Temperature(Celsius(7))).unwrap();
    assert_eq!(Bincode::from_slice::<Temperature>(&bytes).unwrap(), Temperature(Celsius(7)));
}

/// A count of a billion elements is refused before memory is reserved for them.
#[test]
fn a_collection_of_adapters_takes_memory_for_what_is_there() {
    let mut bytes = vec![0xff, 0xff, 0xff, 0x3f, 0, 0, 0, 0];
    bytes.extend([0; 16]);
    let error = Bincode::from_slice::<Collections>(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Pushed {
    #[codec(until = 0)]
    name: String,
    #[codec(varint)]
    number: u32,
    end: u8,
}

#[test]
fn terminated_and_varint_fields_are_decoded_from_pieces() {
    use codec_core::push::{Progress, PushDecode};
    let value = Pushed { name: "name".into(), number: 70_000, end: 1 };
    let bytes = Bincode::to_vec(&value).unwrap();
    let mut decoder = Pushed::push_decoder::<Bincode>();
    let (last, first) = bytes.split_last().unwrap();
    for byte in first {
        assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
    }
    assert_eq!(decoder.push(&mut &[*last][..]), Ok(Progress::Done(value)));
    let mut stream = &bytes[..];
    let read = Bincode::read_from::<Pushed>(&mut stream, 64).unwrap();
    assert_eq!(read.name, "name");
}
