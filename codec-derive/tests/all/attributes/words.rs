//! `remaining` and `offset` in expressions.

use std::io::Read;

use codec_core::push::{Progress, PushDecode as _};
use codec_core::stream::StreamReader;
use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format, Postcard, Strict, Sv2};

use crate::agree::{agree, forms};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Frame {
    kind: u8,
    #[codec(if = remaining > 6)]
    more: Option<u32>,
    #[codec(count = remaining - 2)]
    body: Vec<u8>,
    #[codec(check = remaining == 0)]
    crc: u16,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Within {
    #[codec(bytes = u8)]
    frame: Frame,
    #[codec(bytes = u8, count = remaining / 2, le)]
    numbers: Vec<u16>,
    #[codec(max = remaining)]
    name: String,
    #[codec(skip, default = remaining + offset)]
    end: usize,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct At {
    name: String,
    #[codec(pad_before = (4 - offset % 4) % 4, check = offset < 16)]
    crc: u16,
    #[codec(if = offset < 8)]
    short: Option<u8>,
    #[codec(bytes = u8, tail)]
    rest: Vec<u8>,
}

/// Fields of these names come first.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Named {
    remaining: u8,
    #[codec(count = remaining, check = |offset| offset.len() < 4)]
    offset: Vec<u8>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(check = remaining == 0)]
struct Alone(u8);

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Collected {
    id: u8,
    #[codec(whole)]
    frame: Frame,
}

forms! { Frame: FrameRef, FrameShared; Within: WithinRef, WithinShared; At: AtRef, AtShared; Named: NamedRef, NamedShared; }

fn frame() -> Frame {
    Frame { kind: 1, more: Some(7), body: vec![1, 2, 3], crc: 9 }
}

#[test]
fn what_remains_is_that_of_the_input() {
    let bytes = agree::<Sv2, _>(&frame());
    assert_eq!(bytes, [1, 7, 0, 0, 0, 1, 2, 3, 9, 0]);
    agree::<Strict<Bincode>, _>(&Frame { more: None, ..frame() });
    let error = Sv2::from_slice::<Frame>(&[1, 2]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverflow, 1));
    assert_eq!(Sv2::from_slice::<Alone>(&[1]), Ok(Alone(1)));
    let error = Sv2::from_slice_prefix::<Alone>(&[1, 2]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::CheckFailed);
}

#[test]
fn what_remains_is_that_of_the_bounds() {
    let within = Within { frame: frame(), numbers: vec![300, 1], name: "ab".into(), end: 26 };
    let bytes = agree::<Bincode, _>(&within);
    assert_eq!(bytes[11..], [4, 44, 1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, b'a', b'b']);
}

#[test]
fn what_remains_of_a_stream_is_read_to_its_end() {
    let bytes = Bincode::to_vec(&frame()).unwrap();
    let (one, two) = bytes.split_at(4);
    let mut reader = StreamReader::<_, Bincode>::new(one.chain(two), 100);
    assert_eq!(reader.read::<Frame>().unwrap(), Some(frame()));
}

/// A value that ends before its piece does may be another one of the whole input.
#[test]
fn what_remains_of_pieces_is_collected_to_the_end() {
    for input in [&[1, 2, 9, 8, 7, 0][..], &[1, 2, 9, 8, 7, 6, 5, 4, 3, 1], &[1, 2, 9]] {
        for len in 1..=input.len() {
            let mut decoder = Collected::push_decoder::<Postcard>();
            let pieces = input.chunks(len).try_for_each(|mut piece| {
                assert_eq!(decoder.push(&mut piece)?.done(), None, "{input:?} by {len}");
                Ok(())
            });
            let outcome = pieces.and_then(|()| decoder.end());
            assert_eq!(outcome, Postcard::from_slice(input), "{input:?} by {len}");
        }
    }
}

#[test]
fn where_a_field_begins_is_counted_from_the_first() {
    let at = At { name: "ab".into(), crc: 5, short: Some(3), rest: vec![1] };
    let bytes = agree::<Postcard, _>(&at);
    assert_eq!(bytes, [2, b'a', b'b', 0, 5, 3, 1, 1]);
    let (longer, mut pushed) =
        (At { name: "abcdefg".into(), short: None, ..at }, At::push_decoder::<Bincode>());
    let bytes = agree::<Bincode, _>(&longer);
    assert_eq!(bytes[15..], [0, 5, 0, 1, 1]);
    let mut found = None;
    for byte in bytes {
        if let Progress::Done(value) = pushed.push(&mut &[byte][..]).unwrap() {
            found = Some(value);
        }
    }
    assert_eq!(found, Some(longer));
}

#[test]
fn a_field_of_that_name_is_meant() {
    agree::<Sv2, _>(&Named { remaining: 2, offset: vec![7, 8] });
}
