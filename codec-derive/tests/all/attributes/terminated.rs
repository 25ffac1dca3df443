//! `until`, `varint` and `as`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{BufReader, Read};

use codec_core::field::{DecodeWith, EncodeWith, Same, Until, Varint};
use codec_core::push::{Progress, PushDecode};
use codec_core::stream::StreamReader;
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
    // Without its end nothing is known of a string.
    for cut in [&b"ad\xc3"[..], b"\xff"] {
        let expected = (DecodeErrorKind::UnexpectedEnd, cut.len());
        let error = Sv2::from_slice::<Line>(cut).unwrap_err();
        assert_eq!((error.kind(), error.offset()), expected);
        let error = Sv2::from_slice_ref::<LineRef<'_>>(cut).unwrap_err();
        assert_eq!((error.kind(), error.offset()), expected);
    }
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

/// A source that returns this many bytes at once.
struct Source<'a>(&'a [u8], usize);

impl Read for Source<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let len = bytes.len().min(self.1);
        self.0.read(&mut bytes[..len])
    }
}

#[test]
fn a_read_may_end_within_a_character() {
    let line = Line { user: "π€x".into(), padded: "π€".into(), ..line() };
    let bytes = Sv2::to_vec(&line).unwrap();
    for len in 1..=bytes.len() {
        let source = || StreamReader::<_, Sv2>::new(Source(&bytes, len), 100);
        assert_eq!(source().read::<Line>().unwrap().as_ref(), Some(&line));
        assert_eq!(source().next_ref::<Line>().unwrap(), Some(line.to_ref()));
        let mut buffered = BufReader::with_capacity(len, &bytes[..]);
        assert_eq!(Sv2::read_from::<Line>(&mut buffered, 100).unwrap(), line);
    }
}

thread_local! {
    static READS: Cell<usize> = const { Cell::new(0) };
}

/// An adapter that counts how often it reads.
struct Counting<A>(A);

impl<'de, T, A: DecodeWith<'de, T>> DecodeWith<'de, T> for Counting<A> {
    fn decode<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
        READS.set(READS.get() + 1);
        A::decode(r)
    }
}

#[derive(Debug, PartialEq, Decode)]
#[codec(push)]
struct Long {
    #[codec(as = Counting<Until<0>>)]
    text: String,
    #[codec(as = (Counting<Until<1>>, Until<2>))]
    pair: (String, Vec<u8>),
}

/// Bytes that lack the terminator are not read again.
#[test]
fn a_terminator_is_looked_for_once_in_each_piece() {
    let value = Long { text: "a".repeat(3000), pair: ("é".repeat(500), vec![1; 900]) };
    let bytes =
        [value.text.as_bytes(), b"\0", value.pair.0.as_bytes(), b"\x01", &value.pair.1, b"\x02"];
    let bytes = bytes.concat();
    for len in [1, 2, 7, 1000, bytes.len()] {
        READS.set(0);
        let mut decoder = Long::push_decoder::<Sv2>();
        let mut pieces = bytes.chunks(len).map(|mut piece| decoder.push(&mut piece).unwrap());
        assert_eq!(pieces.find_map(Progress::done).as_ref(), Some(&value));
        assert!(READS.get() <= 8, "{} reads of pieces of {len}", READS.get());
    }
    let mut decoder = Long::push_decoder::<Sv2>();
    assert!(
        bytes[..2000]
            .chunks(9)
            .all(|mut piece| decoder.push(&mut piece).unwrap() == Progress::Need(1))
    );
    let error = decoder.end().unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 2000));
}
