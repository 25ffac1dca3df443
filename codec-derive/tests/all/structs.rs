//! Structs of every kind, decoded and encoded only as the user wrote them.

use codec_core::{
    Bincode, Decodable, Decode, DecodeErrorKind, Encode, Format, Message, Size, Sv2, wire,
};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Named {
    small: u8,
    name: wire::Str0255,
    wide: u32,
    list: wire::Seq0255<u16>,
}

fn named() -> Named {
    Named {
        small: 7,
        name: wire::Str0255::try_from("ab").unwrap(),
        wide: 0x0403_0201,
        list: wire::Seq0255::try_from(vec![1u16, 2]).unwrap(),
    }
}

const NAMED: &[u8] = &[7, 2, b'a', b'b', 1, 2, 3, 4, 2, 1, 0, 2, 0];

#[test]
fn fields_follow_each_other_in_order() {
    assert_eq!(Sv2::to_vec(&named()).unwrap(), NAMED);
    assert_eq!(Sv2::encoded_len(&named()), NAMED.len());
    assert_eq!(Sv2::from_slice::<Named>(NAMED).unwrap(), named());
}

#[test]
fn every_truncation_is_an_error() {
    for len in 0..NAMED.len() {
        let error = Sv2::from_slice::<Named>(&NAMED[..len]).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd, "at {len}");
    }
}

#[test]
fn decode_into_replaces_every_field_and_keeps_capacity() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Log {
        level: u8,
        text: String,
        nested: (u16, Vec<u8>),
    }
    let new = Log { level: 2, text: "b".into(), nested: (3, vec![4]) };
    let mut log = Log { level: 1, text: String::with_capacity(64), nested: (0, vec![0; 32]) };
    let (text, bytes) = (log.text.as_ptr(), log.nested.1.as_ptr());
    Bincode::decode_into(&mut log, &Bincode::to_vec(&new).unwrap()).unwrap();
    assert_eq!(log, new);
    assert_eq!((log.text.as_ptr(), log.nested.1.as_ptr()), (text, bytes));
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
struct Tuple(u8, u16, [u8; 2]);

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Unit;

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct EmptyNamed {}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct EmptyTuple();

forms! {
    Unit: UnitRef, UnitShared;
    EmptyNamed: EmptyNamedRef, EmptyNamedShared;
    EmptyTuple: EmptyTupleRef, EmptyTupleShared;
}

#[test]
fn a_tuple_struct_is_its_fields() {
    assert_eq!(Sv2::to_vec(&Tuple(1, 2, [3, 4])).unwrap(), [1, 2, 0, 3, 4]);
    assert_eq!(Sv2::from_slice::<Tuple>(&[1, 2, 0, 3, 4]).unwrap(), Tuple(1, 2, [3, 4]));
}

#[test]
fn a_struct_without_fields_takes_no_bytes() {
    assert!(Sv2::to_vec(&Unit).unwrap().is_empty());
    assert_eq!(Sv2::from_slice::<Unit>(&[]).unwrap(), Unit);
    assert_eq!(Sv2::from_slice::<EmptyNamed>(&[]).unwrap(), EmptyNamed {});
    assert_eq!(Sv2::from_slice::<EmptyTuple>(&[]).unwrap(), EmptyTuple());
    in_every_format!(Unit);
    in_every_format!(EmptyNamed {});
    in_every_format!(EmptyTuple());
    let error = Sv2::from_slice::<Unit>(&[0]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TrailingBytes);
}

#[test]
fn a_wrapper_adds_nothing_four_deep() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct One(u32);
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Two {
        one: One,
    }
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Three(Two);
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Four(Three);
    let four = Four(Three(Two { one: One(5) }));
    assert_eq!(Sv2::to_vec(&four).unwrap(), [5, 0, 0, 0]);
    assert_eq!(Sv2::from_slice::<Four>(&[5, 0, 0, 0]).unwrap(), four);
    assert_eq!(Four::size::<Sv2>(), Size::fixed(4));
}

#[test]
fn size_adds_up_and_is_fixed_when_every_field_is() {
    assert_eq!(Tuple::size::<Sv2>(), Size::fixed(5));
    assert_eq!(<Tuple as Encode>::encoded_size::<Sv2>(), Size::fixed(5));
    assert_eq!(Unit::size::<Sv2>(), Size::ZERO);
    assert_eq!(Named::size::<Sv2>(), Size::at_least(1 + 1 + 4 + 1));
    assert_eq!(<Named as Encode>::encoded_size::<Sv2>(), Size::at_least(1 + 1 + 4 + 1));
}

#[test]
fn a_trace_names_the_struct_and_the_field() {
    let explanation = Sv2::explain::<Named>(&[7, 2, b'a', b'b', 1]).to_string();
    assert!(explanation.contains("Named.wide"), "{explanation}");
    let explanation = Sv2::explain::<Tuple>(&[1, 2]).to_string();
    assert!(explanation.contains("Tuple.1"), "{explanation}");
}

#[test]
fn a_message_knows_its_id_flags_and_name() {
    const BASE: u32 = 0x10;

    #[derive(Encode, Decode)]
    #[codec(id = BASE + 0x0f, flags = 1 << 15)]
    struct Open(u8);
    #[derive(Encode, Decode)]
    #[codec(id = "version")]
    struct Version(u8);

    assert_eq!((Open::ID, Open::FLAGS, Open::NAME), (0x1fu32, 0x8000, "Open"));
    assert_eq!((Version::ID, Version::FLAGS, Version::NAME), ("version", 0, "Version"));
}

#[test]
fn the_names_of_the_derives_are_bounds() {
    fn echo<T: codec_core::Decode + codec_core::Encode>(input: &[u8]) -> Vec<u8> {
        use codec_core::Format as _;
        let value: T = codec_core::Postcard::from_slice(input).unwrap();
        codec_core::Postcard::to_vec(&value).unwrap()
    }
    assert_eq!(echo::<(u8, String)>(&[7, 1, b'x']), [7, 1, b'x']);
}
