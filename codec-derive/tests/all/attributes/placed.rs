//! Bit fields, padding, alignment.

use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Strict, Sv2,
};

use crate::agree::{forms, in_every_format};

/// The first four bytes of a header of IPv4, and its flags.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, be)]
struct Ip {
    #[codec(bits = 4)]
    version: u8,
    #[codec(bits = 4)]
    header_len: u8,
    #[codec(bits = 6)]
    service: u8,
    #[codec(bits = 2)]
    congestion: u8,
    total_len: u16,
    #[codec(bits = 1)]
    reserved: bool,
    #[codec(bits = 1)]
    dont_fragment: bool,
    #[codec(skip)]
    cache: u8,
    #[codec(bits = 1)]
    more: bool,
    #[codec(bits = WIDE)]
    offset: u16,
    rest: u8,
}

const WIDE: u32 = 13;

/// Signals of a frame of CAN: signed, of widths that no integer has.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Signals {
    #[codec(bits = 11)]
    torque: i16,
    #[codec(bits = 1)]
    sign: i8,
    #[codec(bits = 4)]
    gear: i8,
    #[codec(be)]
    id: u16,
    #[codec(bits = 36)]
    odometer: i64,
    #[codec(bits = 28)]
    angle: i32,
}

#[test]
fn signed_integers_have_the_sign_of_their_width() {
    let least = Signals {
        torque: -1024,
        sign: -1,
        gear: -8,
        id: 1,
        odometer: -(1 << 35),
        angle: -(1 << 27),
    };
    let most = Signals {
        torque: 1023,
        sign: 0,
        gear: 7,
        id: 1,
        odometer: (1 << 35) - 1,
        angle: (1 << 27) - 1,
    };
    let some = Signals { torque: -3, sign: 0, gear: -1, id: 1, odometer: 5, angle: -2 };
    for (value, bytes) in [
        (&least, [0x80, 0x18, 0, 1, 0x80, 0, 0, 0, 0x08, 0, 0, 0]),
        (&most, [0x7f, 0xe7, 0, 1, 0x7f, 0xff, 0xff, 0xff, 0xf7, 0xff, 0xff, 0xff]),
        (&some, [0xff, 0xaf, 0, 1, 0, 0, 0, 0, 0x5f, 0xff, 0xff, 0xfe]),
    ] {
        assert_eq!(Sv2::to_vec(value).unwrap(), bytes, "{value:?}");
        assert_eq!(Sv2::from_slice::<Signals>(&bytes).as_ref(), Ok(value));
        in_every_format!(value.clone());
    }
    for wrong in [
        Signals { torque: 1024, ..some.clone() },
        Signals { torque: -1025, ..some.clone() },
        Signals { sign: 1, ..some.clone() },
        Signals { odometer: i64::MIN, ..some },
    ] {
        let error = Sv2::to_vec(&wrong).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::IntegerOutOfRange, "{wrong:?}");
    }
    let shown = Sv2::explain::<Signals>(&[0xff, 0xaf, 0, 1, 0, 0, 0, 0, 0x5f, 0xff, 0xff, 0xfe]);
    let values: Vec<_> = shown.nodes().iter().map(|node| shown.show(node).to_string()).collect();
    let values = values.join(" ");
    assert!(values.contains("-3  0  -1  1 ") && values.ends_with(" -2"), "{values}");
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, le, tag = u8)]
enum Low {
    None,
    Word {
        #[codec(bits = 3)]
        first: u8,
        #[codec(bits = 61)]
        second: u64,
    },
    Whole(#[codec(bits = 64)] u64),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Lows {
    #[codec(len = u8)]
    all: Vec<Low>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Padded {
    one: u8,
    #[codec(pad_before = 1, pad_after = GAP)]
    two: u8,
    #[codec(align = 8)]
    text: String,
    #[codec(align = 4, bytes = u16, len = u8, pad_after = 1)]
    inside: Vec<u8>,
    #[codec(if = one > 0, align = 4)]
    optional: Option<u8>,
    last: u8,
}

const GAP: usize = 2;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Nested {
    #[codec(len = u8)]
    all: Vec<Padded>,
    #[codec(bytes = varint)]
    one: Padded,
}

forms! {
    Ip: IpRef, IpShared;
    Signals: SignalsRef, SignalsShared;
    Lows: LowsRef, LowsShared;
    Padded: PaddedRef, PaddedShared;
    Nested: NestedRef, NestedShared;
}

fn ip() -> Ip {
    Ip {
        version: 4,
        header_len: 5,
        service: 0b10_1010,
        congestion: 0b01,
        total_len: 0x0102,
        reserved: false,
        dont_fragment: true,
        cache: 0,
        more: false,
        offset: 0x1fff,
        rest: 9,
    }
}

#[test]
fn fields_of_bits_share_bytes_in_every_form() {
    in_every_format!(ip());
    let bytes = [0x45, 0b1010_1001, 1, 2, 0x5f, 0xff, 9];
    assert_eq!(Bincode::to_vec(&ip()).unwrap(), bytes);
    assert_eq!(Sv2::from_slice::<Ip>(&bytes).unwrap(), ip());
}

#[test]
fn the_first_field_of_bits_is_the_lowest_in_little_endian_order() {
    let word = Low::Word { first: 5, second: 1 };
    let bytes = Bincode::to_vec(&word).unwrap();
    assert_eq!(bytes, [1, 0b1101, 0, 0, 0, 0, 0, 0, 0]);
    in_every_format!(Lows { all: vec![word, Low::None, Low::Whole(u64::MAX - 1)] });
}

#[test]
fn a_value_with_more_bits_is_not_written_and_one_that_is_cut_not_read() {
    let error = Bincode::to_vec(&Ip { header_len: 16, ..ip() }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::IntegerOutOfRange);
    let error = Bincode::from_slice::<Ip>(&[0x45]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 1));
}

/// Refuses 0.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Some3(u8);

impl codec_core::field::BitField for Some3 {
    fn from_bits(bits: u64) -> Option<Self> {
        u8::try_from(bits).ok().filter(|bits| *bits != 0).map(Self)
    }

    fn to_bits(self) -> u64 {
        self.0.into()
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Choices {
    before: u16,
    #[codec(bits = 3)]
    one: Some3,
    #[codec(bits = 10)]
    gap: u16,
    #[codec(bits = 3)]
    two: Some3,
    #[codec(bits = 8)]
    three: Some3,
}

/// Every bit field of a run is refused where its word begins, and a value that does not fit where it
/// would.
#[test]
fn errors_of_bits_are_at_their_word() {
    let good = Choices { before: 1, one: Some3(2), gap: 3, two: Some3(4), three: Some3(5) };
    let none = Some3(0);
    for bad in [
        Choices { one: none, ..good.clone() },
        Choices { two: none, ..good.clone() },
        Choices { three: none, ..good.clone() },
    ] {
        let bytes = Sv2::to_vec(&bad).unwrap();
        let error = Sv2::from_slice::<Choices>(&bytes).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidValue, 2), "{bad:?}");
    }
    for bad in [
        Choices { one: Some3(8), ..good.clone() },
        Choices { gap: 1024, ..good.clone() },
        Choices { two: Some3(8), ..good.clone() },
    ] {
        let error = Sv2::to_vec(&bad).unwrap_err();
        let wanted = (EncodeErrorKind::IntegerOutOfRange, 2);
        assert_eq!((error.kind(), error.offset()), wanted, "{bad:?}");
    }
    assert_eq!(Sv2::from_slice(&Sv2::to_vec(&good).unwrap()), Ok(good));
}

fn padded() -> Padded {
    Padded { one: 1, two: 2, text: "abc".into(), inside: vec![], optional: Some(3), last: 4 }
}

#[test]
fn padding_separates_fields_in_every_form() {
    in_every_format!(padded());
    in_every_format!(Padded { optional: None, one: 0, ..padded() });
    let bytes = Postcard::to_vec(&padded()).unwrap();
    // one, gap, two, gap of two; to 8; text; to 12; bytes, count, gap; to 16; 3; 4.
    assert_eq!(bytes, [1, 0, 2, 0, 0, 0, 0, 0, 3, b'a', b'b', b'c', 1, 0, 0, 0, 3, 4]);
    in_every_format!(Nested { all: vec![padded(), padded()], one: padded() });
}

#[test]
fn padding_is_anything_unless_the_format_is_strict() {
    let mut bytes = Postcard::to_vec(&padded()).unwrap();
    bytes[4] = 7;
    assert_eq!(Postcard::from_slice::<Padded>(&bytes).unwrap(), padded());
    let error = Strict::<Postcard>::from_slice::<Padded>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 4));
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Pushed {
    #[codec(bits = 3)]
    one: u8,
    #[codec(bits = 5)]
    two: u8,
    #[codec(align = 4)]
    three: u8,
    #[codec(pad_before = 2)]
    four: u16,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Gaps {
    #[codec(pad_before = 2)]
    four: u16,
    #[codec(pad_after = 1, pad_before = 1)]
    five: u16,
}

#[test]
fn placed_fields_are_decoded_from_pieces() {
    use codec_core::push::{Progress, PushDecode};
    fn holds<T: PushDecode + Encode + PartialEq + std::fmt::Debug>(value: T) {
        let bytes = Bincode::to_vec(&value).unwrap();
        let mut decoder = T::push_decoder::<Bincode>();
        let (last, first) = bytes.split_last().unwrap();
        for byte in first {
            assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
        }
        assert_eq!(decoder.push(&mut &[*last][..]), Ok(Progress::Done(value)));
    }
    holds(Pushed { one: 1, two: 2, three: 3, four: 4 });
    holds(Gaps { four: 4, five: 5 });
}
