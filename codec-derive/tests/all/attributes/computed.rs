//! `computed`: lengths, counts and checksums that the user does not set.

use codec_core::field::EncodeDetached as _;
use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Sv2,
};

use crate::agree::forms;

/// A sum that changes with every bit, and with the order of bytes.
fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(7, |sum: u32, byte| sum.rotate_left(5) ^ u32::from(*byte))
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Block {
    /// A varint in every format, whose own length depends on the computed value.
    #[codec(varint, computed = body.len())]
    len: u32,
    kind: u16,
    #[codec(count = len)]
    body: Vec<u8>,
    /// The length in bytes of fields of variable size.
    #[codec(varint, computed = encoded_len(name..=numbers))]
    bytes: u16,
    name: String,
    numbers: Vec<u16>,
    /// A checksum of everything before it.
    #[codec(be, computed = sum(encoded(len..=numbers)))]
    checksum: u32,
    after: u8,
}

forms! {
    Block: BlockRef, BlockShared;
    Around: AroundRef, AroundShared;
    Nested: NestedRef, NestedShared;
    Choice: ChoiceRef, ChoiceShared;
    Extended: ExtendedRef, ExtendedShared;
}

/// Every form of the value after a round trip, with its computed fields.
fn settles<F: Format, T>(value: &T)
where
    T: crate::agree::Forms + Encode + codec_core::Decodable + PartialEq + Clone + std::fmt::Debug,
{
    let bytes = F::to_vec(value).unwrap();
    assert_eq!(F::encoded_len(value), bytes.len(), "{}", F::RULES.name);
    let read: T = F::from_slice(&bytes).unwrap();
    assert_eq!(crate::agree::agree::<F, _>(&read), bytes);
}

fn settles_in_every_format<T>(value: &T)
where
    T: crate::agree::Forms + Encode + codec_core::Decodable + PartialEq + Clone + std::fmt::Debug,
{
    use codec_core::{Borsh, Strict};
    settles::<Bincode, T>(value);
    settles::<Borsh, T>(value);
    settles::<Postcard, T>(value);
    settles::<Strict<Postcard>, T>(value);
    #[cfg(matrix)]
    {
        settles::<codec_core::BincodeVarint, T>(value);
        settles::<codec_core::Compact, T>(value);
        settles::<codec_core::Consensus, T>(value);
    }
}

fn block() -> Block {
    Block {
        len: 99,
        kind: 3,
        body: vec![1, 2, 3],
        bytes: 0,
        name: "name".into(),
        numbers: vec![1, 300],
        checksum: 0,
        after: 9,
    }
}

#[test]
fn what_is_computed_is_written_and_comes_back_in_every_form_and_format() {
    settles_in_every_format(&block());
    assert_eq!(Bincode::from_slice::<Block>(&Bincode::to_vec(&block()).unwrap()).unwrap().len, 3);
    let bytes = Postcard::to_vec(&block()).unwrap();
    let covered = [3, 3, 1, 2, 3, 9, 4, b'n', b'a', b'm', b'e', 2, 1, 0xac, 2];
    assert_eq!(bytes[..15], covered);
    assert_eq!(bytes[15..19], sum(&covered).to_be_bytes());
    assert_eq!(bytes[19..], [9]);
}

#[test]
fn a_value_other_than_the_computed_one_is_refused_at_its_offset() {
    let bytes = Postcard::to_vec(&block()).unwrap();
    let read = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        let error = Postcard::from_slice::<Block>(&bytes).unwrap_err();
        (error.kind(), error.offset())
    };
    assert_eq!(read(&|bytes| bytes[15] ^= 1), (DecodeErrorKind::CheckFailed, 15));
    assert_eq!(read(&|bytes| bytes[5] += 1), (DecodeErrorKind::CheckFailed, 5));
    assert_eq!(read(&|bytes| bytes[2] ^= 0x80), (DecodeErrorKind::CheckFailed, 15));
    let mut damaged = bytes.clone();
    damaged[5] += 1;
    let explained = Postcard::explain::<Block>(&damaged).to_string();
    assert_eq!(explained, "Block.bytes at byte 5: not what is computed of other fields");
}

/// A checksum in the middle, over the fields before and after it.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Around {
    #[codec(bits = 4)]
    version: u8,
    #[codec(bits = 4, computed = 2 + options.len() / 2)]
    words: u8,
    total: u8,
    #[codec(computed = sum(encoded(version..=total)) ^ sum(encoded(kind..=options)))]
    checksum: u32,
    kind: u16,
    #[codec(count = (usize::from(words) * 2).saturating_sub(4))]
    options: Vec<u8>,
    #[codec(computed = (sum(encoded(checksum..=options)) & 0xff) as u8)]
    last: u8,
}

#[test]
fn a_checksum_covers_what_is_around_it_and_those_before_it() {
    let around = Around {
        version: 4,
        words: 0,
        total: 7,
        checksum: 1,
        kind: 5,
        options: vec![1, 2, 3, 4],
        last: 0,
    };
    let bytes = Sv2::to_vec(&around).unwrap();
    assert_eq!(bytes[..2], [0x44, 7]);
    let checksum = sum(&bytes[..2]) ^ sum(&bytes[6..12]);
    assert_eq!(bytes[2..6], checksum.to_be_bytes());
    assert_eq!(bytes[12], sum(&bytes[2..12]).to_le_bytes()[0]);
    settles_in_every_format(&around);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Nested {
    #[codec(varint, computed = encoded_len(blocks))]
    len: u32,
    #[codec(len = u8)]
    blocks: Vec<Around>,
    #[codec(computed = inner.len)]
    again: u32,
    inner: Block,
}

#[test]
fn what_is_computed_nests() {
    let around = Around {
        version: 1,
        words: 0,
        total: 7,
        checksum: 1,
        kind: 5,
        options: vec![1, 2],
        last: 0,
    };
    let mut inner = block();
    inner.len = 3;
    let nested = Nested { len: 0, blocks: vec![around.clone(), around], again: 0, inner };
    let bytes = Bincode::to_vec(&nested).unwrap();
    assert_eq!(bytes[0], 1 + 2 * 11);
    let nested: Nested = Bincode::from_slice(&bytes).unwrap();
    assert_eq!(nested.again, 3);
    crate::agree::agree::<Bincode, _>(&nested);
}

#[test]
fn the_order_of_computed_fields_is_that_of_what_they_need() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Chain {
        #[codec(varint, computed = encoded_len(middle..=body))]
        all: u32,
        #[codec(varint, computed = u64::from(inner) + 200)]
        middle: u64,
        #[codec(varint, computed = body.len())]
        inner: u16,
        #[codec(count = inner)]
        body: Vec<u8>,
    }
    let chain = Chain { all: 0, middle: 0, inner: 0, body: vec![5; 130] };
    let bytes = Postcard::to_vec(&chain).unwrap();
    assert_eq!(Postcard::encoded_len(&chain), bytes.len());
    assert_eq!(bytes[..6], [134, 1, 202, 2, 130, 1]);
    let read: Chain = Postcard::from_slice(&bytes).unwrap();
    assert_eq!((read.all, read.middle, read.inner), (134, 330, 130));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(detached, borrow, shared)]
enum Body {
    #[codec(value = 3)]
    Number(u16),
    #[codec(value = 4)]
    Text(#[codec(tail)] String),
}

/// In a variant of an enum, and as the tag of a detached one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, tag = u8)]
enum Choice {
    One {
        #[codec(computed = body.tag())]
        kind: u8,
        #[codec(tag = kind, bytes = u8)]
        body: Body,
        #[codec(le, computed = sum(encoded(kind..=body)))]
        sum: u32,
    },
    Two(u8),
}

#[test]
fn variants_compute_and_a_tag_is_that_of_the_body() {
    let text = Choice::One { kind: 0, body: Body::Text("hi".into()), sum: 0 };
    let bytes = Sv2::to_vec(&text).unwrap();
    assert_eq!(bytes[..5], [0, 4, 2, b'h', b'i']);
    assert_eq!(bytes[5..], sum(&bytes[1..5]).to_le_bytes());
    settles_in_every_format(&text);
    settles_in_every_format(&Choice::Two(7));
    settles_in_every_format(&Choice::One { kind: 9, body: Body::Number(5), sum: 0 });
}

/// A length that is present when the one before it is too small.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Extended {
    #[codec(computed = body.len().min(200))]
    short: u8,
    #[codec(if = short == 200, be, computed = body.len())]
    long: Option<u16>,
    #[codec(if = short == 200, varint, computed = body.len())]
    again: Option<u32>,
    #[codec(count = long.map_or(usize::from(short), usize::from))]
    body: Vec<u8>,
}

#[test]
fn optional_fields_are_computed_where_they_are_present() {
    let extended = |len| Extended { short: 0, long: None, again: Some(9), body: vec![1; len] };
    let bytes = Postcard::to_vec(&extended(2)).unwrap();
    assert_eq!(bytes, [2, 1, 1]);
    let bytes = Postcard::to_vec(&extended(300)).unwrap();
    assert_eq!(bytes[..6], [200, 1, 44, 0xac, 2, 1]);
    assert_eq!(Postcard::encoded_len(&extended(300)), bytes.len());
    assert_eq!(Postcard::from_slice::<Extended>(&bytes).unwrap().long, Some(300));
    settles_in_every_format(&extended(3));
    let error = Postcard::from_slice::<Extended>(&[200, 0, 1, 2, 1]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 0));
}

#[test]
fn what_does_not_fit_is_not_written() {
    #[derive(Encode, Decode)]
    struct Small {
        #[codec(computed = body.len())]
        len: u8,
        #[codec(count = len)]
        body: Vec<u8>,
    }
    let kind = |len: usize| {
        Postcard::to_vec(&Small { len: 0, body: vec![0; len] })
            .map_err(codec_core::EncodeError::kind)
    };
    assert_eq!(kind(255).unwrap().len(), 256);
    assert_eq!(kind(256), Err(EncodeErrorKind::IntegerOutOfRange));
    let mut room = [0; 3];
    let error = Postcard::encode_into(&Small { len: 0, body: vec![0; 3] }, &mut room).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
}

#[test]
fn a_value_decoded_over_another_is_held_against_what_is_computed() {
    let mut over = block();
    let bytes = Postcard::to_vec(&block()).unwrap();
    Postcard::decode_into(&mut over, &bytes).unwrap();
    assert_eq!(over, Postcard::from_slice::<Block>(&bytes).unwrap());
    let mut damaged = bytes;
    damaged[16] ^= 4;
    let error = Postcard::decode_into(&mut over, &damaged).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 15));
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Pushed {
    #[codec(computed = text.len())]
    len: u8,
    #[codec(count = len)]
    text: Vec<u8>,
    #[codec(be, computed = sum(encoded(len..=text)))]
    sum: u32,
}

#[test]
fn it_is_decoded_from_pieces() {
    use codec_core::push::{Progress, PushDecode};
    let bytes = Postcard::to_vec(&Pushed { len: 0, text: vec![1, 2, 3], sum: 0 }).unwrap();
    let value = Postcard::from_slice::<Pushed>(&bytes).unwrap();
    let mut decoder = Pushed::push_decoder::<Postcard>();
    let (last, first) = bytes.split_last().unwrap();
    for byte in first {
        assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
    }
    assert_eq!(decoder.push(&mut &[*last][..]), Ok(Progress::Done(value)));
}

#[test]
fn a_type_may_have_more_fields_than_one_function_handles() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[rustfmt::skip]
    struct Wide {
        #[codec(be, computed = sum(encoded(c..=s)))] a: u32,
        #[codec(computed = encoded_len(a..=t))] b: u32,
        c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8, m: u8, n: u8, o: u8,
        p: u8, q: u8, r: u8, s: u8,
        #[codec(be, computed = sum(encoded(a..=s)))] t: u32,
    }
    #[rustfmt::skip]
    let wide = Wide {
        a: 0, b: 0, c: 1, d: 2, e: 3, f: 4, g: 5, h: 6, i: 7, j: 8, k: 9, l: 10, m: 11, n: 12,
        o: 13, p: 14, q: 15, r: 16, s: 17, t: 0,
    };
    let bytes = Bincode::to_vec(&wide).unwrap();
    let read: Wide = Bincode::from_slice(&bytes).unwrap();
    assert_eq!((read.b, read.a), (29, sum(&bytes[8..25])));
    assert_eq!(read.t, sum(&bytes[..25]));
}
