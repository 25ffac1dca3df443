//! `len = i16` and the like: a signed length, where -1 means `None`.

use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Sv2,
};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, be)]
struct Columns {
    #[codec(len = i16)]
    name: Option<String>,
    #[codec(len = i32, max = 4)]
    value: Option<Vec<u8>>,
    #[codec(len = i8, le)]
    list: Option<Vec<u16>>,
    #[codec(len = i64)]
    deep: Option<Vec<Columns>>,
    flag: u8,
    #[codec(if = flag > 0, len = i8, min = 1)]
    #[expect(clippy::option_option, reason = "the length -1 is none, and so is what is not there")]
    twice: Option<Option<Vec<u8>>>,
}

forms! { Columns: ColumnsRef, ColumnsShared; }

fn none() -> Columns {
    Columns { name: None, value: None, list: None, deep: None, flag: 0, twice: None }
}

#[test]
fn it_is_there_or_not_in_every_form_and_format() {
    in_every_format!(none());
    in_every_format!(Columns {
        name: Some("name".into()),
        value: Some(vec![]),
        list: Some(vec![1, 2]),
        deep: Some(vec![none(), Columns { flag: 1, twice: Some(None), ..none() }]),
        flag: 2,
        twice: Some(Some(vec![3])),
    });
    let mut bytes = vec![0xff; 2 + 4 + 1 + 8];
    bytes.push(0);
    assert_eq!(Bincode::to_vec(&none()).unwrap(), bytes);
    let text = Columns { name: Some("hi".into()), ..none() };
    assert_eq!(Postcard::to_vec(&text).unwrap()[..4], [0, 2, b'h', b'i']);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Small {
    #[codec(len = i8, max = 100)]
    bytes: Option<Vec<u8>>,
    #[codec(len = i16)]
    text: Option<String>,
}

#[test]
fn other_negative_lengths_and_those_over_a_limit_are_refused() {
    let read = |bytes: &[u8]| {
        Sv2::from_slice::<Small>(bytes).map_err(|error| (error.kind(), error.offset()))
    };
    assert_eq!(read(&[0xff, 0, 0]), Ok(Small { bytes: None, text: Some(String::new()) }));
    assert_eq!(read(&[0xfe, 0, 0]), Err((DecodeErrorKind::LengthOverflow, 0)));
    assert_eq!(read(&[0x80, 0, 0]), Err((DecodeErrorKind::LengthOverflow, 0)));
    assert_eq!(read(&[0x7f, 0, 0]), Err((DecodeErrorKind::LengthOverLimit, 0)));
    assert_eq!(read(&[0xff, 0xfe, 0xff]), Err((DecodeErrorKind::LengthOverflow, 1)));
    assert_eq!(read(&[0xff, 9, 0, 1]), Err((DecodeErrorKind::UnexpectedEnd, 4)));
}

#[test]
fn a_length_without_room_is_not_written() {
    #[derive(Encode)]
    struct Row {
        #[codec(len = i8)]
        bytes: Option<Vec<u8>>,
    }
    assert_eq!(Sv2::to_vec(&Row { bytes: Some(vec![0; 127]) }).unwrap()[0], 127);
    let error = Sv2::to_vec(&Row { bytes: Some(vec![0; 128]) }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
}

#[test]
fn it_is_decoded_from_pieces() {
    use codec_core::push::{Progress, PushDecode};
    let value = Small { bytes: Some(vec![1, 2]), text: None };
    let bytes = Sv2::to_vec(&value).unwrap();
    assert_eq!(bytes, [2, 1, 2, 0xff, 0xff]);
    let mut decoder = Small::push_decoder::<Sv2>();
    let (last, first) = bytes.split_last().unwrap();
    for byte in first {
        assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
    }
    assert_eq!(decoder.push(&mut &[*last][..]), Ok(Progress::Done(value)));
}
