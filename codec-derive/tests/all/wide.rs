//! A struct with more fields than one generated function handles, and an enum with more messages.

use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, Format, MessageInfo, Messages, MessagesRef, Reader,
};

#[derive(Debug, Clone, Default, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Wide {
    f0: u8,
    f1: String,
    f2: u16,
    f3: u32,
    f4: bool,
    f5: String,
    f6: u64,
    f7: u8,
    f8: u8,
    f9: String,
    f10: u16,
    f11: u32,
    f12: bool,
    f13: String,
    f14: u64,
    f15: u8,
    f16: u8,
    f17: String,
    f18: bool,
    f19: u32,
}

fn wide() -> Wide {
    Wide {
        f0: 1,
        f1: "one".into(),
        f3: 3,
        f4: true,
        f9: "nine".into(),
        f15: 15,
        f16: 16,
        f17: "seventeen".into(),
        f18: true,
        f19: 0x1122_3344,
        ..Wide::default()
    }
}

#[test]
fn every_field_keeps_its_place_across_groups() {
    let bytes = Bincode::to_vec(&wide()).unwrap();
    // 15, 16, then "seventeen" after its length, true, and the last field.
    let mut tail = vec![15, 16, 9, 0, 0, 0, 0, 0, 0, 0];
    tail.extend_from_slice(b"seventeen\x01\x44\x33\x22\x11");
    assert!(bytes.ends_with(&tail));
    assert_eq!(Bincode::from_slice::<Wide>(&bytes).unwrap(), wide());
    let borrowed: WideRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!((borrowed.f1, borrowed.f17, borrowed.f19), ("one", "seventeen", 0x1122_3344));
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    let mut over = Wide { f17: String::with_capacity(64), ..Wide::default() };
    Bincode::decode_into(&mut over, &bytes).unwrap();
    assert_eq!((over.f17.capacity(), &over), (64, &wide()));
}

#[test]
fn every_truncation_is_an_error_in_every_group() {
    let bytes = Bincode::to_vec(&wide()).unwrap();
    for len in 0..bytes.len() {
        let error = Bincode::from_slice::<Wide>(&bytes[..len]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
        assert_eq!(Bincode::from_slice_ref::<WideRef<'_>>(&bytes[..len]).unwrap_err(), error);
        assert_eq!(Bincode::decode_into(&mut Wide::default(), &bytes[..len]), Err(error));
    }
}

#[test]
fn an_error_behind_the_first_group_names_its_field() {
    let mut bytes = Bincode::to_vec(&wide()).unwrap();
    let flag = bytes.len() - 5;
    bytes[flag] = 7;
    let report = Bincode::explain::<Wide>(&bytes);
    assert_eq!(report.path(), "Wide.f18");
    assert_eq!(report.error().unwrap().offset(), flag);
}

macro_rules! many {
    ($($message:ident $id:literal,)*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Encode, Decode)]
            #[codec(borrow, id = $id)]
            struct $message {
                number: u16,
                text: String,
            }
        )*

        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(borrow, messages)]
        enum Many {
            $($message($message),)*
        }

        /// A message of each id.
        fn many() -> Vec<Many> {
            vec![$(Many::$message($message { number: $id + 1000, text: "t".repeat($id) })),*]
        }
    };
}

many! {
    M0 0, M1 1, M2 2, M3 3, M4 4, M5 5, M6 6, M7 7, M8 8, M9 9,
    M10 10, M11 11, M12 12, M13 13, M14 14, M15 15, M16 16, M17 17, M18 18, M19 19,
    M20 20, M21 21, M22 22, M23 23, M24 24, M25 25, M26 26, M27 27, M28 28, M29 29,
    M30 30, M31 31, M32 32, M33 33, M34 34, M35 35, M36 36, M37 37, M38 38, M39 39,
    M40 40, M41 41, M42 42, M43 43, M44 44, M45 45, M46 46, M47 47, M48 48, M49 49,
    M50 50, M51 51, M52 52, M53 53, M54 54, M55 55, M56 56, M57 57, M58 58, M59 59,
    M60 60, M61 61, M62 62, M63 63, M64 64, M65 65, M66 66, M67 67, M68 68, M69 69,
}

#[test]
fn many_messages_are_distinguished() {
    for (id, message) in (0..).zip(many()) {
        assert_eq!(message.id(), id);
        let bytes = Bincode::to_vec(&message).unwrap();
        assert_eq!(Many::decode_message(id, &mut Reader::<Bincode>::new(&bytes)).unwrap(), message);
        let mut r = Reader::<Bincode>::new(&bytes);
        let borrowed = ManyRef::decode_message_ref(id, &mut r).unwrap();
        assert_eq!((borrowed.id(), r.remaining()), (id, 0));
        assert_eq!(Many::from(borrowed), message);
        let mut r = Reader::<Bincode>::new(&bytes[..bytes.len() - 1]);
        let error = ManyRef::decode_message_ref(id, &mut r).unwrap_err();
        assert_eq!(error.offset(), bytes.len() - 1);
    }
}
