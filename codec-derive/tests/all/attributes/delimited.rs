//! `bytes`: content of a known length in bytes.

use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Sv2,
};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Inner {
    id: u16,
    #[codec(len = u8)]
    name: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Record {
    #[codec(bytes = u16, be)]
    inner: Inner,
    /// A list whose length is in bytes.
    #[codec(bytes = u24, tail)]
    items: Vec<Inner>,
    #[codec(bytes = u8, tail, max = 9)]
    numbers: Vec<u16>,
    #[codec(bytes = varint, len = u8)]
    texts: Vec<String>,
    len: u8,
    #[codec(bytes = len + 1, tail)]
    counted: String,
    #[codec(if = len > 0, bytes = u32)]
    optional: Option<Inner>,
    #[codec(bytes = u8, tail, if = len > 0)]
    maybe: Option<Vec<u8>>,
    #[codec(bytes = u8, tail)]
    none: Option<u32>,
    last: u8,
}

forms! {
    Record: RecordRef, RecordShared;
    Deep: DeepRef, DeepShared;
}

fn inner(id: u16) -> Inner {
    Inner { id, name: "n".into() }
}

fn record() -> Record {
    Record {
        inner: inner(1),
        items: vec![inner(2), inner(300)],
        numbers: vec![4, 5],
        texts: vec!["a".into(), String::new()],
        len: 2,
        counted: "abc".into(),
        optional: Some(inner(6)),
        maybe: Some(vec![7]),
        none: None,
        last: 8,
    }
}

#[test]
fn content_has_its_length_in_bytes_in_every_form_and_format() {
    in_every_format!(record());
    let bytes = Sv2::to_vec(&record().inner).unwrap();
    assert_eq!(bytes, [1, 0, 1, b'n']);
    let all = Bincode::to_vec(&record()).unwrap();
    assert_eq!(all[..6], [0, 4, 0, 1, 1, b'n']);
    assert_eq!(all[6..9], [8, 0, 0]);
}

#[test]
fn nothing_may_be_left_and_nothing_beyond_is_read() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct One {
        #[codec(bytes = u8)]
        pair: (u8, u8),
        after: u8,
    }
    let read = |bytes: &[u8]| {
        Postcard::from_slice::<One>(bytes).map_err(|error| (error.kind(), error.offset()))
    };
    assert_eq!(read(&[2, 7, 8, 9]), Ok(One { pair: (7, 8), after: 9 }));
    assert_eq!(read(&[1, 7, 8, 9]), Err((DecodeErrorKind::UnexpectedEnd, 2)));
    assert_eq!(read(&[3, 7, 8, 9, 1]), Err((DecodeErrorKind::TrailingBytes, 3)));
    assert_eq!(read(&[9, 7, 8, 9]), Err((DecodeErrorKind::UnexpectedEnd, 4)));
}

#[test]
fn a_length_that_does_not_fit_or_that_another_field_contradicts_is_not_written() {
    let kind = |value: &Record| Bincode::to_vec(value).unwrap_err().kind();
    let long = Record { numbers: vec![0; 5], ..record() };
    assert_eq!(kind(&long), EncodeErrorKind::LengthOverLimit);
    let wrong = Record { counted: "ab".into(), ..record() };
    assert_eq!(kind(&wrong), EncodeErrorKind::InconsistentFields);
    let wide = Record { maybe: Some(vec![0; 256]), ..record() };
    assert_eq!(kind(&wide), EncodeErrorKind::LengthOverLimit);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Deep {
    #[codec(bytes = varint, len = u8)]
    inside: Vec<Deep>,
}

#[test]
fn content_nests() {
    let mut deep = Deep { inside: vec![] };
    for _ in 0..40 {
        deep = Deep { inside: vec![deep] };
    }
    let bytes = Postcard::to_vec(&deep).unwrap();
    assert_eq!(Postcard::from_slice::<Deep>(&bytes).unwrap(), deep);
    let few = Deep { inside: vec![Deep { inside: vec![] }, Deep { inside: vec![] }] };
    in_every_format!(few);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Pushed {
    #[codec(bytes = u16, len = varint)]
    text: Vec<u8>,
    len: u8,
    #[codec(bytes = len, tail)]
    rest: Vec<u16>,
    end: u8,
}

#[test]
fn content_is_decoded_from_pieces() {
    use codec_core::push::{Progress, PushDecode};
    let value = Pushed { text: vec![1, 2, 3], len: 2, rest: vec![4, 5], end: 6 };
    let bytes = Postcard::to_vec(&value).unwrap();
    let mut decoder = Pushed::push_decoder::<Postcard>();
    let (last, first) = bytes.split_last().unwrap();
    for byte in first {
        assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
    }
    assert_eq!(decoder.push(&mut &[*last][..]), Ok(Progress::Done(value)));
}
