//! `#[derive(Header)]`.

use codec_core::wire::U24;
use codec_core::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Format, Header,
    Message, Sv2,
};

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = 0x1b, flags = 0x8000)]
struct Share {
    channel: u8,
}

/// Little-endian throughout, like Stratum V2's.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
struct Little {
    #[codec(flags)]
    flags: u16,
    #[codec(id)]
    kind: u8,
    #[codec(payload_len)]
    len: U24,
}

#[test]
fn a_header_carries_what_a_derived_message_says() {
    let header = Little::describe(Share::ID, Share::FLAGS, &[0; 0x0102]).unwrap();
    let mut bytes = [0xee; 7];
    header.write(&mut bytes);
    assert_eq!(bytes, [0, 0x80, 0x1b, 2, 1, 0, 0xee]);
    assert_eq!((Little::SIZE, Little::MAX_PAYLOAD), (6, 0xff_ffff));
    let parsed = Little::parse(&bytes[..6]).unwrap();
    assert_eq!((parsed, parsed.id(), parsed.payload_len()), (header, Share::ID, 0x0102));
    assert_eq!(Sv2::from_slice(&[7]), Ok(Share { channel: 7 }));
}

#[test]
fn a_header_has_exactly_its_size() {
    for len in [0, 5, 7, 100] {
        let error = Little::parse(&vec![0; len]).unwrap_err();
        assert_eq!(error, DecodeError::new(DecodeErrorKind::UnexpectedEnd, len.min(6)));
    }
}

#[test]
#[should_panic(expected = "range end index 6 out of range")]
fn a_header_is_not_written_into_less_room() {
    Little::describe(1, 0, &[]).unwrap().write(&mut [0; 5]);
}

#[test]
fn numbers_without_room_in_a_header_are_refused() {
    let kind = |id, flags, len| Little::describe(id, flags, &vec![0; len]).unwrap_err().kind();
    assert_eq!(kind(256, 0, 0), EncodeErrorKind::InvalidValue);
    assert_eq!(kind(1, 0x1_0000, 0), EncodeErrorKind::InvalidValue);
    assert_eq!(kind(1, 0, 0x0100_0000), EncodeErrorKind::LengthOverLimit);
    assert!(Little::describe(255, 0xffff, &vec![0; 0xff_ffff]).is_ok());
}

fn version() -> u8 {
    3
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a predicate is given a reference")]
fn is_known(version: &u8) -> Result<(), &'static str> {
    if *version <= 3 { Ok(()) } else { Err("must be 3 at most") }
}

/// Big-endian except for one field, with a constant and a custom field.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
#[codec(be, check = Self::is_padded)]
struct Big(
    #[codec(magic = b"DIRT")] (),
    #[codec(default = version, check = is_known)] u8,
    #[codec(payload_len, max = 1000)] U24,
    #[codec(id, le)] u32,
    #[codec(magic = 0x0102u16)] (),
    [u8; 2],
);

impl Big {
    fn is_padded(&self) -> bool {
        self.5 == [0; 2]
    }
}

const BIG: [u8; 16] = [b'D', b'I', b'R', b'T', 3, 0, 1, 2, 4, 3, 2, 1, 1, 2, 0, 0];

#[test]
fn each_field_has_its_byte_order_and_constants_stand_in_their_place() {
    let header = Big::describe(0x01_02_03_04, 0, &[0; 0x0102]).unwrap();
    let mut bytes = [0; Big::SIZE];
    header.write(&mut bytes);
    assert_eq!(bytes, BIG);
    assert_eq!(Big::parse(&BIG), Ok(header));
    assert_eq!((header.id(), header.payload_len()), (0x01_02_03_04, 0x0102));
}

#[test]
fn a_header_that_breaks_a_rule_is_refused_where_it_does() {
    let damaged = |at: usize, byte: u8| {
        let mut bytes = BIG;
        bytes[at] = byte;
        let error = Big::parse(&bytes).unwrap_err();
        (error.kind(), error.offset())
    };
    for at in 0..4 {
        assert_eq!(damaged(at, b'X'), (DecodeErrorKind::InvalidMagic, 0));
    }
    assert_eq!(damaged(4, 4), (DecodeErrorKind::CheckFailed, 4));
    assert_eq!(damaged(6, 4), (DecodeErrorKind::LengthOverLimit, 5));
    assert_eq!(damaged(13, 4), (DecodeErrorKind::InvalidMagic, 12));
    assert_eq!(damaged(15, 1), (DecodeErrorKind::CheckFailed, 0));
}

#[test]
fn a_limit_on_the_length_holds_both_ways_and_so_does_the_lack_of_flags() {
    assert_eq!(Big::MAX_PAYLOAD, 1000);
    let kind = |flags, len| Big::describe(1, flags, &vec![0; len]).map_err(EncodeError::kind);
    assert!(kind(0, 1000).is_ok());
    assert_eq!(kind(0, 1001), Err(EncodeErrorKind::LengthOverLimit));
    assert_eq!(kind(1, 0), Err(EncodeErrorKind::InvalidValue));
}

/// Wider than an id and a length can be.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
struct Wide {
    #[codec(id)]
    id: u64,
    #[codec(payload_len, be)]
    len: u64,
}

#[test]
fn an_id_on_the_wire_is_never_cut_to_that_of_another_message() {
    let mut bytes = [0; 16];
    Wide::describe(u32::MAX, 0, &[1]).unwrap().write(&mut bytes);
    assert_eq!(bytes, [255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(Wide::parse(&bytes).unwrap().id(), u32::MAX);
    bytes[4] = 1;
    let error = Wide::parse(&bytes).unwrap_err();
    assert_eq!(error, DecodeError::new(DecodeErrorKind::InvalidValue, 0));
}

#[test]
fn every_width_of_length_is_read_in_both_orders() {
    macro_rules! widths {
        ($($ty:ty, $len:literal, $little:expr;)*) => {$({
            #[derive(Debug, Clone, Copy, Header)]
            struct InLittle { #[codec(payload_len)] len: $ty, #[codec(id)] id: u8 }
            #[derive(Debug, Clone, Copy, Header)]
            #[codec(be)]
            struct InBig { #[codec(payload_len)] len: $ty, #[codec(id)] id: u8 }
            let little: Vec<u8> = $little.into_iter().chain([9]).collect();
            let big: Vec<u8> = $little.into_iter().rev().chain([9]).collect();
            assert_eq!(InLittle::parse(&little).unwrap().payload_len(), $len);
            assert_eq!(InBig::parse(&big).unwrap().payload_len(), $len);
            let mut bytes = vec![0; little.len()];
            InBig::parse(&big).unwrap().write(&mut bytes);
            assert_eq!(bytes, big);
            InLittle::parse(&little).unwrap().write(&mut bytes);
            assert_eq!(bytes, little);
        })*};
    }
    widths! {
        u8, 0x81, [0x81];
        u16, 0x8182, [0x82, 0x81];
        U24, 0x81_82_83, [0x83, 0x82, 0x81];
        u32, 0x0182_8384, [0x84, 0x83, 0x82, 1];
        u64, 0x0182_8384, [0x84, 0x83, 0x82, 1, 0, 0, 0, 0];
    }
}

/// A struct may be a header and have its own encoding.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode, Header)]
struct Both {
    #[codec(id)]
    id: u16,
    #[codec(payload_len)]
    len: u16,
}

#[test]
fn a_header_may_be_encoded_as_well() {
    use codec_core::Format;
    let header = Both::describe(0x0102, 0, &[0; 3]).unwrap();
    assert_eq!(Sv2::to_vec(&header).unwrap(), [2, 1, 3, 0]);
    assert_eq!(Sv2::from_slice::<Both>(&[2, 1, 3, 0]), Ok(header));
}

#[derive(Debug, Clone, Copy, PartialEq, Header)]
#[codec(check = kind != other)]
struct Expressed {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len, check = len % 2 == 0)]
    len: u8,
    #[codec(default = 40 + 2, check = |other| *other > 1)]
    other: u8,
}

#[test]
fn a_check_of_a_header_may_be_a_closure_or_an_expression() {
    let offset = |bytes: [u8; 3]| Expressed::parse(&bytes).map_err(codec_core::DecodeError::offset);
    assert_eq!(offset([1, 2, 3]), Ok(Expressed { kind: 1, len: 2, other: 3 }));
    assert_eq!(offset([1, 3, 3]), Err(1));
    assert_eq!(offset([1, 2, 1]), Err(2));
    assert_eq!(offset([3, 2, 3]), Err(0));
    assert_eq!(Expressed::describe(1, 0, b"ab").unwrap().other, 42);
}

/// `PostgreSQL`'s: the length includes itself, but not the letter before it.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
#[codec(be)]
struct Postgres {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len, includes = 4)]
    len: u32,
}

/// SMPP's: the length includes the whole header, and two fields belong to the session.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
#[codec(be)]
struct Smpp {
    #[codec(payload_len, includes = Self::SIZE, max = 100)]
    len: u32,
    #[codec(id)]
    command: u32,
    status: u32,
    sequence: u32,
}

#[test]
fn a_length_may_count_more_than_the_payload() {
    let ready = [b'Z', 0, 0, 0, 5, b'I'];
    let header = Postgres::parse(&ready[..5]).unwrap();
    assert_eq!((header.id(), header.payload_len()), (u32::from(b'Z'), 1));
    assert_eq!(Postgres::describe(u32::from(b'Z'), 0, b"I"), Ok(header));
    let mut bytes = [0; 5];
    header.write(&mut bytes);
    assert_eq!(bytes, ready[..5]);
    assert_eq!(Postgres::MAX_PAYLOAD, 0xffff_fffb);

    let enquire = [0, 0, 0, 16, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 0, 1];
    let header = Smpp::parse(&enquire).unwrap();
    assert_eq!((header.payload_len(), header.sequence), (0, 1));
    assert_eq!(Smpp::describe(0x15, 0, &[]).map(|header| header.len), Ok(16));
}

#[test]
fn a_length_below_the_bytes_that_it_counts_besides_the_payload_is_refused() {
    for len in 0..4 {
        let error = Postgres::parse(&[b'Z', 0, 0, 0, len]).unwrap_err();
        assert_eq!(error, DecodeError::new(DecodeErrorKind::InvalidValue, 1));
    }
    let smpp = |len: u32| {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&len.to_be_bytes());
        Smpp::parse(&bytes).map_err(DecodeError::kind).map(|header| header.payload_len())
    };
    assert_eq!(smpp(15), Err(DecodeErrorKind::InvalidValue));
    assert_eq!(smpp(116), Ok(100));
    assert_eq!(smpp(117), Err(DecodeErrorKind::LengthOverLimit));
    assert_eq!(smpp(u32::MAX), Err(DecodeErrorKind::LengthOverLimit));
    let error = Smpp::describe(1, 0, &[0; 101]).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
    // The payload length of a header that the user has filled in does not underflow.
    assert_eq!(Postgres { kind: 0, len: 3 }.payload_len(), 0);
}
