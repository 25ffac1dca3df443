//! Enums of many messages, whose reader is local where code is to be small.

use codec_core::wire::{B0255, Seq0255};
use codec_core::{
    Decode, DecodeErrorKind, Encode, Format, Messages, MessagesRef, Reader, Sv2,
    trace::explain_message,
};

macro_rules! messages {
    ($($name:ident = $id:literal),+) => {
        $(#[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(id = $id, borrow)]
        struct $name {
            number: u32,
            bytes: B0255,
            list: Seq0255<u16>,
        })+

        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(messages, borrow)]
        enum Any {
            $($name($name),)+
            #[codec(other)]
            Other(u32, std::vec::Vec<u8>),
        }
    };
}

messages!(A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7, I = 8);

/// A message, and two bytes behind it.
const INPUT: &[u8] = &[1, 2, 3, 4, 2, 8, 9, 2, 5, 0, 6, 0, 0xee, 0xff];

#[test]
fn bytes_after_one_of_many_messages_stay_with_the_reader() {
    for id in 0..=8 {
        let (mut owned, mut borrowed) = (Reader::<Sv2>::new(INPUT), Reader::<Sv2>::new(INPUT));
        let message = Any::decode_message(id, &mut owned).unwrap();
        let lent = AnyRef::decode_message_ref(id, &mut borrowed).unwrap();
        for r in [owned, borrowed] {
            assert_eq!((r.offset(), r.cursor().rest()), (12, &[0xee, 0xff][..]));
        }
        assert_eq!(Sv2::to_vec(&message).unwrap(), INPUT[..12]);
        assert_eq!(lent, message.to_ref());
    }
}

#[test]
fn one_of_many_messages_that_is_cut_fails_at_its_end() {
    for len in 0..12 {
        let mut r = Reader::<Sv2>::new(&INPUT[..len]);
        let error = AnyRef::decode_message_ref(8, &mut r).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
    }
}

#[test]
fn the_fields_of_one_of_many_messages_are_explained_to_the_one_that_fails() {
    let whole = explain_message::<Sv2, Any>(3, &INPUT[..12]);
    assert!(whole.error().is_none());
    let cut = explain_message::<Sv2, Any>(3, &INPUT[..11]);
    let expected = "D.list at byte 11: unexpected end of input: the field began at byte 7 and says 2, \
                    with 3 bytes left";
    assert_eq!(cut.to_string(), expected);
}
