//! `other` in an enum of messages.

use bytes::Bytes;
use codec_core::{Decode, Encode, Format, MessageInfo, Messages, MessagesRef, Reader, Sv2};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 1)]
struct Ping {
    #[codec(len = u8)]
    text: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared)]
enum Any {
    Ping(Ping),
    #[codec(other)]
    Unknown(u32, Vec<u8>),
}

#[test]
fn an_unknown_id_is_kept_with_its_payload() {
    let payload = [7, 8, 9];
    let any = Any::decode_message(5, &mut Reader::<Sv2>::new(&payload)).unwrap();
    assert_eq!(any, Any::Unknown(5, payload.to_vec()));
    assert_eq!((any.id(), any.flags(), any.name()), (5, 0, "Unknown"));
    assert_eq!(Sv2::to_vec(&any).unwrap(), payload);
    let borrowed = AnyRef::decode_message_ref(5, &mut Reader::<Sv2>::new(&payload)).unwrap();
    assert_eq!(borrowed, any.to_ref());
    assert!(matches!(borrowed, AnyRef::Unknown(5, bytes) if bytes.as_ptr() == payload.as_ptr()));
    assert_eq!(Any::from(borrowed), any);
    let shared = AnyShared::decode_message(5, &mut Reader::<Sv2>::new(&payload)).unwrap();
    assert_eq!(shared, AnyShared::Unknown(5, Bytes::copy_from_slice(&payload)));
    assert_eq!(Any::from(shared), any);
    let known = Any::decode_message(1, &mut Reader::<Sv2>::new(&[1, 6])).unwrap();
    assert_eq!(known, Any::Ping(Ping { text: vec![6] }));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow(name = "Seen", derive(Debug, Clone, Copy, PartialEq)))]
enum Named {
    Ping(Ping),
}

#[test]
fn the_borrowed_form_of_messages_has_the_name_and_the_derives_that_it_is_given() {
    let seen = Seen::decode_message_ref(1, &mut Reader::<Sv2>::new(&[1, 6])).unwrap();
    let again = seen;
    assert_eq!(seen, again);
    assert_eq!(Named::from(seen), Named::Ping(Ping { text: vec![6] }));
}
