//! Enums over the messages of another crate.

use bytes::Bytes;
use codec_core::{Decode, Encode, Format, Messages, MessagesRef, Reader, Sv2};
use foreign::{Numbers, Of, Ping, Text, Wrapped};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared)]
enum Inbound {
    Text(Text),
    Numbers(Numbers),
    Ping(Ping),
    Of(Of<u16>),
    #[codec(other)]
    Unknown(u32, Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared)]
enum Outbound {
    Text(Text),
    Wrapped(Wrapped),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages)]
enum Owned {
    Ping(Ping),
    Text(Text),
}

fn text() -> Text {
    Text { text: "hi".into() }
}

#[test]
fn messages_of_another_crate_are_distinguished_in_every_form() {
    let bytes = Bytes::from(Sv2::to_vec(&text()).unwrap());
    let owned = Inbound::decode_message(1, &mut Reader::<Sv2>::new(&bytes)).unwrap();
    assert_eq!(owned, Inbound::from(text()));
    let borrowed = InboundRef::decode_message_ref(1, &mut Reader::<Sv2>::new(&bytes)).unwrap();
    assert!(matches!(borrowed, InboundRef::Text(foreign::TextRef { text: "hi" })));
    assert_eq!(owned.to_ref(), borrowed);
    assert_eq!(Inbound::from(borrowed), owned);
    let shared = InboundShared::decode_message(1, &mut Reader::<Sv2>::new(&bytes)).unwrap();
    assert_eq!(Sv2::to_vec(&shared).unwrap(), bytes);
    assert_eq!(Inbound::from(shared), owned);
}

#[test]
fn several_enums_hold_the_same_message() {
    assert_eq!(Outbound::from(text()), Outbound::Text(text()));
    assert_eq!(Owned::from(text()), Owned::Text(text()));
    let wrapped = Outbound::from(Wrapped(text()));
    assert_eq!(Sv2::to_vec(&wrapped).unwrap(), [2, b'h', b'i']);
    let OutboundRef::Wrapped(inner) = wrapped.to_ref() else { panic!("{wrapped:?}") };
    assert_eq!(inner.text, "hi");
}

#[test]
fn the_borrowed_form_is_copied_when_those_of_its_messages_are() {
    fn is_copy<T: Copy>(value: T) -> T {
        value
    }
    // Two messages with one borrowed form, and one with another.
    assert_eq!(is_copy(Outbound::from(text()).to_ref()), Outbound::Text(text()).to_ref());
}

#[test]
fn a_form_of_a_message_becomes_the_form_of_the_enum_by_its_variant() {
    let numbers = Numbers { numbers: vec![1, 2] };
    assert_eq!(InboundRef::Numbers(numbers.to_ref()), Inbound::from(numbers.clone()).to_ref());
    assert_eq!(InboundRef::Ping(Ping(1)), Inbound::from(Ping(1)).to_ref());
    assert_eq!(InboundRef::Unknown(9, &[1]), Inbound::Unknown(9, vec![1]).to_ref());
}
