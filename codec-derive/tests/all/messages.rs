//! Enums of messages: dispatch by id.

use bytes::Bytes;
use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, Format, Message as MessageType, MessageInfo,
    Messages, MessagesRef, Reader,
};

mod mining {
    use codec_core::{Decode, Encode};

    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared, id = 0x20, flags = 0x8000)]
    pub(crate) struct SetNewPrevHash {
        pub(crate) channel: u32,
        pub(crate) note: Vec<u8>,
    }
}

mod template {
    use codec_core::{Decode, Encode};

    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared, id = 0x72)]
    pub(crate) struct SetNewPrevHash(pub(crate) u64);

    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared, id = 0x73)]
    pub(crate) struct Ping;
}

/// All messages.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared)]
enum Message {
    /// The mining message.
    Mining(mining::SetNewPrevHash),
    /// The template message.
    Template(template::SetNewPrevHash),
    /// Without content.
    Ping(template::Ping),
}

fn mining() -> mining::SetNewPrevHash {
    mining::SetNewPrevHash { channel: 5, note: vec![1, 2] }
}

fn decode(id: u32, bytes: &[u8]) -> Result<Message, codec_core::DecodeError> {
    Message::decode_message(id, &mut Reader::<Bincode>::new(bytes))
}

#[test]
fn the_id_chooses_the_message() {
    let bytes = Bincode::to_vec(&mining()).unwrap();
    assert_eq!(decode(0x20, &bytes).unwrap(), Message::Mining(mining()));
    assert_eq!(
        decode(0x72, &[1, 0, 0, 0, 0, 0, 0, 0]).unwrap(),
        Message::Template(template::SetNewPrevHash(1)),
    );
    assert_eq!(decode(0x73, &[]).unwrap(), Message::Ping(template::Ping));
}

#[test]
fn an_unknown_id_is_an_error_and_reads_nothing() {
    let mut r = Reader::<Bincode>::new(&[1, 2, 3]);
    let error = Message::decode_message(0x21, &mut r).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownMessage);
    assert_eq!(r.offset(), 0);
    let error = MessageRef::decode_message_ref(0x21, &mut r).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownMessage);
}

#[test]
fn an_error_in_a_message_is_reported() {
    assert_eq!(decode(0x72, &[1]).unwrap_err().kind(), DecodeErrorKind::UnexpectedEnd);
}

#[test]
fn a_message_tells_its_id_flags_and_name() {
    let message = Message::from(mining());
    assert_eq!((message.id(), message.flags(), message.name()), (0x20, 0x8000, "SetNewPrevHash"));
    let borrowed = message.to_ref();
    assert_eq!(
        (borrowed.id(), borrowed.flags(), borrowed.name()),
        (0x20, 0x8000, "SetNewPrevHash"),
    );
}

#[test]
fn the_payload_alone_is_written() {
    let message = Message::from(mining());
    let bytes = Bincode::to_vec(&message).unwrap();
    assert_eq!(bytes, Bincode::to_vec(&mining()).unwrap());
    assert_eq!(Bincode::encoded_len(&message), bytes.len());
    assert_eq!(Bincode::to_vec(&message.to_ref()).unwrap(), bytes);
}

#[test]
fn the_borrowed_form_borrows_and_goes_back() {
    let bytes = Bincode::to_vec(&mining()).unwrap();
    let message = Message::from(mining());
    let mut r = Reader::<Bincode>::new(&bytes);
    let borrowed = MessageRef::decode_message_ref(0x20, &mut r).unwrap();
    let copy = borrowed;
    let MessageRef::Mining(inner) = borrowed else { panic!("another message") };
    assert!(bytes.as_ptr_range().contains(&inner.note.as_ptr()));
    assert_eq!(copy, message.to_ref());
    assert_eq!(MessageRef::Mining(inner), copy);
    assert_eq!(Message::from(copy), message);
}

#[test]
fn the_shared_form_shares_and_goes_back() {
    let bytes = Bytes::from(Bincode::to_vec(&mining()).unwrap());
    let mut r = Reader::<Bincode>::new(&bytes);
    let shared = MessageShared::decode_message(0x20, &mut r).unwrap();
    assert_eq!(Bincode::to_vec(&shared).unwrap(), bytes);
    assert_eq!((shared.id(), shared.name()), (0x20, "SetNewPrevHash"));
    let MessageShared::Mining(inner) = shared.clone() else { panic!("another message") };
    assert_eq!(MessageShared::Mining(inner), shared);
    assert_eq!(Message::from(shared), Message::Mining(mining()));
}

/// Messages whose attributes a macro passes on: as literals, as expressions, and as tokens.
macro_rules! declared {
    ($($name:ident: $id:literal, $first:expr, $function:path;)*) => {$(
        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(id = $id, magic = $first)]
        struct $name(u8, #[codec(skip, default = $function)] u8);
    )*};
}

#[test]
fn attributes_may_come_from_a_macro() {
    const fn seven() -> u8 {
        7
    }
    declared! {
        Text: "text", b"T1", seven;
        Binary: "binary", [0x80 + 2], seven;
    }
    assert_eq!((<Text as MessageType>::ID, <Binary as MessageType>::ID), ("text", "binary"));
    let (text, binary) = (Text(5, seven()), Binary(5, seven()));
    assert_eq!(Bincode::to_vec(&text).unwrap(), *b"T1\x05");
    assert_eq!(Bincode::from_slice(b"T1\x05"), Ok(text));
    assert_eq!(Bincode::to_vec(&binary).unwrap(), [0x82, 5]);
    assert_eq!(Bincode::from_slice(&[0x82, 5]), Ok(binary));
}

#[test]
fn ids_may_be_text_and_forms_are_optional() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(id = "version")]
    struct Version(u32);
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(id = "verack")]
    struct Verack;
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(messages)]
    enum Peer {
        Version(Version),
        Verack(Verack),
    }
    let mut r = Reader::<Bincode>::new(&[1, 0, 0, 0]);
    let version = Peer::decode_message("version", &mut r).unwrap();
    assert_eq!((&version, version.id()), (&Peer::Version(Version(1)), "version"));
    let mut r = Reader::<Bincode>::new(&[]);
    assert_eq!(Peer::decode_message("verack", &mut r).unwrap(), Peer::Verack(Verack));
    assert!(Peer::decode_message("ping", &mut r).is_err());
}
