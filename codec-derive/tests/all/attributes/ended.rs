//! `until` with a closure: sequences that end with an element.

use std::cell::Cell;

use codec_core::push::{Progress, PushDecode};
use codec_core::{
    Bincode, Cursor, Decodable, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Limits,
    Postcard, Reader, Sv2,
};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Item {
    kind: u8,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Lists {
    last: u8,
    #[codec(until = |item| item.kind == last)]
    items: Vec<Item>,
    #[codec(until = |number| *number == 0, be)]
    numbers: Vec<u16>,
    #[codec(until = |byte| byte & 0x80 == 0)]
    bytes: Vec<u8>,
    #[codec(if = last > 1, until = |item| item.text.is_empty())]
    more: Option<Vec<Item>>,
    #[codec(bytes = u8, until = |item| item.kind == 0)]
    inside: Vec<Item>,
    #[codec(until = |item| item.kind == 9, own)]
    owned: Vec<Item>,
}

/// Nested lists, each ended by an empty one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Tree {
    #[codec(until = |tree| tree.leaf > 0)]
    branches: Vec<Leaf>,
    leaf: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Leaf {
    leaf: u8,
    #[codec(if = leaf < 2, until = |leaf| leaf.leaf > 0)]
    branches: Option<Vec<Leaf>>,
}

/// A list that the end of the input may also end.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Open {
    first: u8,
    #[codec(until = |item| item.kind == 0, tail)]
    items: Vec<Item>,
    #[codec(tail)]
    rest: Vec<u8>,
}

forms! {
    Lists: ListsRef, ListsShared;
    Tree: TreeRef, TreeShared;
    Open: OpenRef, OpenShared;
}

fn item(kind: u8, text: &str) -> Item {
    Item { kind, text: text.into() }
}

fn lists() -> Lists {
    Lists {
        last: 3,
        items: vec![item(1, "a"), item(0, ""), item(3, "b")],
        numbers: vec![300, 1, 0],
        bytes: vec![0x81, 0xff, 7],
        more: Some(vec![item(7, "c"), item(8, "")]),
        inside: vec![item(0, "d")],
        owned: vec![item(9, "e")],
    }
}

fn leaf(leaf: u8) -> Leaf {
    let branches = (leaf < 2).then(|| vec![Leaf { leaf: 2, branches: None }]);
    Leaf { leaf, branches }
}

#[test]
fn a_sequence_ends_with_an_element_in_every_form_and_format() {
    in_every_format!(lists());
    in_every_format!(Lists { last: 0, more: None, items: vec![item(0, "")], ..lists() });
    in_every_format!(Tree { branches: vec![leaf(0), leaf(0), leaf(1)], leaf: 5 });
    let bytes = Bincode::to_vec(&Lists { last: 1, more: None, ..short() }).unwrap();
    let text = [1, 0, 0, 0, 0, 0, 0, 0, b'a'];
    let wanted = [&[1, 1][..], &text, &[1, 0x2c, 0, 0, 5, 9, 0], &[0; 8], &[9], &[0; 8]].concat();
    assert_eq!(bytes, wanted);
}

fn short() -> Lists {
    Lists {
        last: 1,
        items: vec![item(1, "a")],
        numbers: vec![0x012c, 0],
        bytes: vec![5],
        more: None,
        inside: vec![item(0, "")],
        owned: vec![item(9, "")],
    }
}

#[test]
fn an_open_one_may_end_with_its_input() {
    in_every_format!(Open { first: 1, items: vec![], rest: vec![] });
    in_every_format!(Open { first: 1, items: vec![item(1, "a")], rest: vec![] });
    in_every_format!(Open { first: 1, items: vec![item(1, "a"), item(0, "")], rest: vec![] });
    in_every_format!(Open { first: 1, items: vec![item(0, "")], rest: vec![1, 2] });
    let taken = Open { first: 1, items: vec![item(1, "a")], rest: vec![1] };
    let error = Postcard::to_vec(&taken).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    let cut = Postcard::from_slice::<Open>(&[1, 1, 2, b'a']).unwrap_err();
    assert_eq!((cut.kind(), cut.offset()), (DecodeErrorKind::UnexpectedEnd, 4));
}

#[test]
fn one_without_its_end_is_neither_read_nor_written() {
    let kind = |value: &Lists| Postcard::to_vec(value).unwrap_err().kind();
    let mut value = short();
    value.items.push(item(2, ""));
    assert_eq!(kind(&value), EncodeErrorKind::InvalidValue);
    assert_eq!(kind(&Lists { numbers: vec![], ..short() }), EncodeErrorKind::InvalidValue);
    assert_eq!(kind(&Lists { numbers: vec![0, 0], ..short() }), EncodeErrorKind::InvalidValue);
    let endless = [1, 0, 0, 2, 0];
    let error = Postcard::from_slice::<Lists>(&endless).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 5));
    let borrowed = Postcard::from_slice_ref::<ListsRef<'_>>(&endless).unwrap_err();
    assert_eq!(borrowed, error);
}

#[test]
fn an_element_without_bytes_that_does_not_end_it_is_refused() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    struct Nothing;
    #[derive(Debug, Encode, Decode)]
    struct Never {
        #[codec(until = |_| false)]
        all: Vec<Nothing>,
    }
    let error = Sv2::from_slice::<Never>(&[1, 2]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TooManyEmptyElements, 0));
}

#[test]
fn nested_values_have_a_depth_and_kept_ones_are_charged() {
    let mut bytes = vec![0; 200];
    bytes.extend([1; 200]);
    let error = Postcard::from_slice::<Leaf>(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::DepthExceeded);
    let error = Postcard::from_slice_ref::<LeafRef<'_>>(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::DepthExceeded);
    let many = [&[1][..], &[2, 0].repeat(1000), &[1, 0, 0, 0, 5]].concat();
    let cursor = Cursor::new(&many).with_limits(Limits { memory: 1000, ..Limits::DEFAULT });
    let error = Lists::decode(&mut Reader::<Postcard>::from_cursor(cursor)).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::MemoryExceeded);
}

#[test]
fn it_is_decoded_from_pieces() {
    fn holds<T: PushDecode + Encode + PartialEq + std::fmt::Debug>(value: T) {
        let bytes = Postcard::to_vec(&value).unwrap();
        let mut decoder = T::push_decoder::<Postcard>();
        let (last, first) = bytes.split_last().unwrap();
        for byte in first {
            assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
        }
        assert_eq!(decoder.push(&mut &[*last][..]), Ok(Progress::Done(value)));
    }
    holds(lists());
    holds(short());
}

#[test]
fn an_element_is_read_once_whatever_the_pieces() {
    thread_local! {
        static ASKED: Cell<usize> = const { Cell::new(0) };
    }
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(push)]
    struct Numbers {
        last: u8,
        #[codec(until = |number| {
            ASKED.set(ASKED.get() + 1);
            *number == u16::from(last)
        })]
        list: Vec<u16>,
        after: u8,
    }
    let value = Numbers { last: 9, list: (10..1000).chain([9]).collect(), after: 1 };
    let bytes = Postcard::to_vec(&value).unwrap();
    for len in [1, 2, 7, 1000] {
        ASKED.set(0);
        let mut decoder = Numbers::push_decoder::<Postcard>();
        let mut pieces = bytes.chunks(len).map(|mut piece| decoder.push(&mut piece).unwrap());
        assert_eq!(pieces.find_map(Progress::done).as_ref(), Some(&value));
        assert!(ASKED.get() <= 3 * value.list.len(), "{} in pieces of {len}", ASKED.get());
    }
}

#[test]
fn a_value_is_decoded_over() {
    let mut over = lists();
    let bytes = Postcard::to_vec(&short()).unwrap();
    Postcard::decode_into(&mut over, &bytes).unwrap();
    assert_eq!(over, short());
}

#[test]
fn an_earlier_field_that_only_the_closure_names_is_there() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    struct Line {
        end: u8,
        #[codec(until = |byte| *byte == end)]
        bytes: Vec<u8>,
    }
    let line = Line { end: 7, bytes: vec![1, 7] };
    assert_eq!(Sv2::to_vec(&line).unwrap(), [7, 1, 7]);
    assert_eq!(Sv2::from_slice::<Line>(&[7, 1, 7]).unwrap(), line);
    let borrowed: LineRef<'_> = Sv2::from_slice_ref(&[7, 1, 7]).unwrap();
    assert_eq!(borrowed.bytes.len(), 2);
    assert!(Sv2::from_slice::<Line>(&[8, 1, 7]).is_err());
}
