//! `magic` and `check`.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format, Postcard};

use crate::agree::{forms, in_every_format};

const VERSION: u16 = 0x0201;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, magic = b"DIRT", check = Self::in_order)]
struct Header {
    #[codec(magic = VERSION, be)]
    version: (),
    low: u8,
    #[codec(check = even)]
    high: u8,
    #[codec(check = not_empty)]
    name: Vec<u8>,
}

impl Header {
    fn in_order(&self) -> bool {
        self.low <= self.high
    }
}

impl HeaderRef<'_> {
    fn in_order(&self) -> bool {
        self.low <= self.high
    }
}

impl HeaderShared {
    fn in_order(&self) -> bool {
        self.low <= self.high
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a check takes a reference")]
fn even(value: &u8) -> Result<(), &'static str> {
    if value.is_multiple_of(2) { Ok(()) } else { Err("must be even") }
}

fn not_empty(bytes: &[u8]) -> bool {
    !bytes.is_empty()
}

forms! { Header: HeaderRef, HeaderShared; }

fn header(low: u8, high: u8, name: &[u8]) -> Header {
    Header { version: (), low, high, name: name.to_vec() }
}

#[test]
fn constants_are_written_and_must_be_there() {
    in_every_format!(header(1, 2, b"n"));
    let bytes = Postcard::to_vec(&header(1, 2, b"n")).unwrap();
    assert_eq!(bytes, [b'D', b'I', b'R', b'T', 2, 1, 1, 2, 1, b'n']);
    for (index, wanted) in [(0, 0), (3, 0), (4, 4), (5, 4)] {
        let mut damaged = bytes.clone();
        damaged[index] ^= 1;
        let error = Postcard::from_slice::<Header>(&damaged).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidMagic, wanted));
    }
}

#[test]
fn a_check_refuses_with_its_own_message() {
    let refused = |value: &Header| {
        let valid = Bincode::to_vec(&header(1, 2, b"n")).unwrap();
        let rest = Bincode::to_vec(&(value.low, value.high, &*value.name)).unwrap();
        let bytes = [&valid[..6], &rest].concat();
        assert!(Bincode::to_vec(value).is_err());
        let error = Bincode::from_slice::<Header>(&bytes).unwrap_err();
        let mut over = header(0, 0, b"x");
        assert_eq!(Bincode::decode_into(&mut over, &bytes), Err(error));
        assert_eq!(error.kind(), DecodeErrorKind::CheckFailed);
        Bincode::explain::<Header>(&bytes).to_string()
    };
    assert_eq!(refused(&header(1, 3, b"n")), "Header.high at byte 7: must be even");
    assert_eq!(refused(&header(1, 2, b"")), "Header.name at byte 8: check failed");
    assert_eq!(refused(&header(3, 2, b"n")), "check failed at byte 4");
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = u8, magic = 0xfeu8, check = Self::small)]
enum Choice {
    A(u8),
    B(Vec<u8>),
}

impl Choice {
    fn small(&self) -> bool {
        !matches!(self, Self::A(100..))
    }
}

#[test]
fn an_enum_has_constants_and_checks_as_well() {
    assert_eq!(Postcard::to_vec(&Choice::A(1)).unwrap(), [0xfe, 0, 1]);
    assert_eq!(Postcard::from_slice::<Choice>(&[0xfe, 0, 99]), Ok(Choice::A(99)));
    let error = Postcard::from_slice::<Choice>(&[0xfe, 0, 100]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 1));
    let mut over = Choice::A(7);
    Postcard::decode_into(&mut over, &[0xfe, 1, 1, 5]).unwrap();
    assert_eq!(over, Choice::B(vec![5]));
    Postcard::decode_into(&mut over, &[0xfe, 1, 1, 6]).unwrap();
    assert_eq!(over, Choice::B(vec![6]));
    assert!(Postcard::decode_into(&mut over, &[0xfe, 0, 101]).is_err());
}
