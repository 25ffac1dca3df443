//! `tag` on a field: an enum whose tag is in another field, and `other` with its content.

use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Sv2,
};

use codec_core::push::{Progress, PushDecode};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, detached, tag = u8)]
enum Body {
    #[codec(value = 1)]
    Number(u32),
    #[codec(value = 2)]
    Text {
        #[codec(tail)]
        text: String,
    },
    #[codec(value = LAST)]
    Empty,
    #[codec(other)]
    Unknown(u16, #[codec(tail)] Vec<u8>),
}

const LAST: u8 = 7;

/// The shape of TLS, RADIUS and most type-length-value records.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, be)]
struct Record {
    kind: u8,
    #[codec(tag = kind, bytes = u16)]
    body: Body,
    end: u8,
}

/// A tag in bits, and a body without a length.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Tight {
    #[codec(bits = 4)]
    kind: u8,
    #[codec(bits = 4)]
    flags: u8,
    #[codec(tag = u16::from(kind).wrapping_sub(1))]
    state: State,
    #[codec(if = flags > 0, tag = flags)]
    more: Option<State>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, detached)]
enum State {
    Idle,
    Busy,
    #[codec(value = 5)]
    Gone,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push, tag = u8)]
enum Kept {
    Known,
    #[codec(other)]
    Other {
        tag: u8,
        #[codec(len = u8)]
        content: String,
        after: u8,
    },
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Keeps(Kept, Kept, u8);

forms! {
    Record: RecordRef, RecordShared;
    Tight: TightRef, TightShared;
    Keeps: KeepsRef, KeepsShared;
}

#[test]
fn the_tag_of_an_enum_is_another_field_in_every_form() {
    for (kind, body) in [
        (1, Body::Number(5)),
        (2, Body::Text { text: "hi".into() }),
        (7, Body::Empty),
        (9, Body::Unknown(9, vec![1, 2])),
        (9, Body::Unknown(9, vec![])),
    ] {
        in_every_format!(Record { kind, body, end: 3 });
    }
    let text = Record { kind: 2, body: Body::Text { text: "hi".into() }, end: 3 };
    assert_eq!(Bincode::to_vec(&text).unwrap(), [2, 0, 2, b'h', b'i', 3]);
    let bytes = [1, 0, 4, 0, 0, 1, 0, 9];
    let number = Record { kind: 1, body: Body::Number(256), end: 9 };
    assert_eq!(Sv2::from_slice::<Record>(&bytes).unwrap(), number);
    in_every_format!(Tight { kind: 2, flags: 5, state: State::Busy, more: Some(State::Gone) });
    in_every_format!(Tight { kind: 1, flags: 0, state: State::Idle, more: None });
}

#[test]
fn a_detached_enum_has_its_own_tag_elsewhere() {
    assert_eq!(Postcard::to_vec(&Body::Number(5)).unwrap(), [1, 5]);
    assert_eq!(Postcard::to_vec(&Body::Unknown(9, vec![8])).unwrap(), [9, 8]);
    assert_eq!(Postcard::from_slice::<Body>(&[9, 8]).unwrap(), Body::Unknown(9, vec![8]));
}

#[test]
fn a_tag_that_the_value_contradicts_is_not_written() {
    let kind = |value: &Record| Sv2::to_vec(value).unwrap_err().kind();
    let wrong = Record { kind: 2, body: Body::Number(1), end: 0 };
    assert_eq!(kind(&wrong), EncodeErrorKind::InconsistentFields);
    let known = Record { kind: 1, body: Body::Unknown(1, vec![]), end: 0 };
    assert_eq!(kind(&known), EncodeErrorKind::InvalidValue);
    let tight = |kind, state| Tight { kind, flags: 0, state, more: None };
    let error = Bincode::from_slice::<Tight>(&[0x40]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidTag, 1));
    assert!(Bincode::to_vec(&tight(1, State::Idle)).is_ok());
    assert!(Bincode::to_vec(&tight(1, State::Gone)).is_err());
}

#[test]
fn the_variant_for_unknown_tags_keeps_what_follows() {
    let other = Kept::Other { tag: 4, content: "x".into(), after: 5 };
    in_every_format!(Keeps(Kept::Known, other.clone(), 6));
    let bytes = Postcard::to_vec(&other).unwrap();
    assert_eq!(bytes, [4, 1, b'x', 5]);
    let mut decoder = Kept::push_decoder::<Postcard>();
    for byte in &bytes[..3] {
        assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
    }
    assert_eq!(decoder.push(&mut &[5][..]), Ok(Progress::Done(other)));
}
