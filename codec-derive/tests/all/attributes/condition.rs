//! `if`.

use codec_core::{Decode, Encode, EncodeErrorKind, Format, Postcard, Sv2};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Packet {
    flags: u8,
    #[codec(if = flags & 1 != 0)]
    number: Option<u32>,
    #[codec(if = matches!(flags, 2..=3), len = u8, max = 4)]
    bytes: Option<Vec<u8>>,
    #[codec(if = number.is_some_and(|number| number > 5), be)]
    more: Option<u16>,
}

forms! { Packet: PacketRef, PacketShared; }

#[test]
fn a_field_is_there_when_the_fields_before_say_so() {
    let none = Packet { flags: 0, number: None, bytes: None, more: None };
    let number = Packet { flags: 1, number: Some(5), ..none.clone() };
    let all = Packet { flags: 3, number: Some(6), bytes: Some(vec![1]), more: Some(2) };
    for value in [&none, &number, &all] {
        in_every_format!(value.clone());
    }
    assert_eq!(Sv2::to_vec(&none).unwrap(), [0]);
    assert_eq!(Sv2::to_vec(&number).unwrap(), [1, 5, 0, 0, 0]);
    assert_eq!(Sv2::to_vec(&all).unwrap(), [3, 6, 0, 0, 0, 1, 1, 0, 2]);
    let mut over = all.clone();
    Sv2::decode_into(&mut over, &[2, 1, 9]).unwrap();
    assert_eq!(over, Packet { flags: 2, bytes: Some(vec![9]), ..none });
}

#[test]
fn a_field_that_contradicts_is_not_written() {
    let absent = Packet { flags: 1, number: None, bytes: None, more: None };
    let present = Packet { flags: 0, number: Some(1), bytes: None, more: None };
    for value in [absent, present] {
        let error = Postcard::to_vec(&value).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Defaults {
    flags: u8,
    #[codec(if = flags & 1 == 1, default = 80)]
    port: u16,
    #[codec(if = flags & 2 == 2, default, len = u8, max = 4, pad_before = 1)]
    name: String,
    #[codec(if = flags & 4 == 4, default = port * 2, be)]
    twice: u32,
}

forms! { Defaults: DefaultsRef, DefaultsShared; }

#[test]
fn a_field_that_is_not_there_has_its_default() {
    let none = Defaults { flags: 0, port: 80, name: String::new(), twice: 160 };
    let all = Defaults { flags: 7, port: 1, name: "ab".into(), twice: 3 };
    for value in [&none, &all] {
        in_every_format!(value.clone());
    }
    assert_eq!(Sv2::to_vec(&none).unwrap(), [0]);
    assert_eq!(Sv2::to_vec(&all).unwrap(), [7, 1, 0, 0, 2, b'a', b'b', 0, 0, 0, 3]);
    let mut over = all.clone();
    Sv2::decode_into(&mut over, &[1, 7, 0]).unwrap();
    assert_eq!(over, Defaults { flags: 1, port: 7, twice: 14, ..none.clone() });
    let error = Sv2::to_vec(&Defaults { port: 81, ..none }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
}
