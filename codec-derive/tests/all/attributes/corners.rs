//! Shapes that derives tend to overlook.

use bytes::Bytes;
use codec_core::{Bincode, Borrowable, Decode, Encode, Format, Messages, Postcard, Reader, Sv2};

use crate::agree::{agree, forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(version = 2, borrow, shared)]
struct Versioned<T: Default> {
    first: T,
    #[codec(since = 2)]
    optional: Option<T>,
    #[codec(since = 2)]
    list: Vec<T>,
}

type Versioned32 = Versioned<u32>;
type Versioned32Ref<'de> = VersionedRef<'de, u32>;
type Versioned32Shared = VersionedShared<u32>;
forms! { Versioned32: Versioned32Ref, Versioned32Shared; }

#[test]
fn a_sequence_of_a_parameter_may_be_missing_in_an_older_message() {
    let value = Versioned { first: 1u32, optional: Some(2), list: vec![3] };
    agree::<Postcard, _>(&value);
    agree::<Bincode, _>(&value);
    let older: VersionedRef<'_, u32> = Postcard::from_slice_ref(&[1, 1, 7]).unwrap();
    assert!(older.list.is_empty());
    let source = Bytes::from_static(&[1, 1, 7]);
    let older: VersionedShared<u32> = Postcard::from_bytes(&source).unwrap();
    assert_eq!(Versioned::from(older), Versioned { first: 7, optional: None, list: vec![] });
}

trait Network {
    type Item;
}

impl Network for u8 {
    type Item = u16;
}

#[derive(Debug, Encode, Decode)]
#[codec(borrow)]
struct Associated<N: Network>
where
    N::Item: Clone,
{
    #[codec(len = u8)]
    prefixed: Vec<N::Item>,
    one: N::Item,
    #[codec(tail)]
    rest: Vec<N::Item>,
}

#[test]
fn associated_types_have_lengths_and_tails() {
    let value = Associated::<u8> { prefixed: vec![1], one: 2, rest: vec![3, 4] };
    let bytes = Bincode::to_vec(&value).unwrap();
    assert_eq!(bytes, [1, 1, 0, 2, 0, 3, 0, 4, 0]);
    let borrowed: AssociatedRef<'_, u8> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Bincode::to_vec(&value.to_ref()).unwrap(), bytes);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
enum Tree<T> {
    Leaf(T),
    Node(Box<Tree<T>>, Vec<Tree<T>>),
    Perhaps(Option<Box<Tree<T>>>),
}

#[test]
fn a_generic_enum_that_contains_itself_borrows() {
    let leaf = |value| Box::new(Tree::Leaf(value));
    let tree = Tree::Node(leaf(3u32), vec![Tree::Perhaps(None), Tree::Perhaps(Some(leaf(4)))]);
    let bytes = Postcard::to_vec(&tree).unwrap();
    assert_eq!(bytes, [1, 0, 3, 2, 2, 0, 2, 1, 0, 4]);
    let borrowed: TreeRef<'_, u32> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(Postcard::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Tree::from(borrowed), tree);
}

#[derive(Debug, Encode, Decode)]
enum Lent<'a, T, const N: usize>
where
    T: Clone,
{
    Array([T; N]),
    Text {
        #[codec(borrow)]
        text: &'a str,
        #[codec(borrow, tail)]
        rest: Option<&'a [u8]>,
    },
    #[codec(other)]
    Unknown(u8),
}

#[test]
fn an_enum_has_parameters_of_every_kind() {
    for bytes in [&[0, 7, 8][..], &[1, 1, b'x'], &[1, 0, 1, 9], &[77]] {
        let lent: Lent<'_, u8, 2> = Postcard::from_slice_ref(bytes).unwrap();
        assert_eq!(Postcard::to_vec(&lent).unwrap(), bytes, "{lent:?}");
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
enum NothingTravels {
    Skipped(#[codec(skip)] String),
    Constant(#[codec(magic = 7u8)] ()),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(version = 2)]
struct NoFields;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"U", borrow, shared)]
struct ConstantAlone;

forms! { ConstantAlone: ConstantAloneRef, ConstantAloneShared; }

#[test]
fn types_without_fields_on_the_wire_have_forms_and_layouts() {
    in_every_format!(ConstantAlone);
    assert_eq!(Postcard::to_vec(&ConstantAlone).unwrap(), b"U");
    assert_eq!(Postcard::to_vec(&NoFields).unwrap(), [2, 0]);
    let skipped = NothingTravels::Skipped("x".into());
    assert_eq!(Postcard::to_vec(&Borrowable::to_ref(&skipped)).unwrap(), [0]);
    assert_eq!(Postcard::from_slice(&[1, 7]), Ok(NothingTravels::Constant(())));
}

#[derive(Debug, Encode, Decode)]
struct Expressions {
    n: u8,
    list: Vec<u8>,
    #[codec(count = { let k = n; usize::from(k) + list.len() })]
    counted: Vec<u8>,
    #[codec(if = if let Some(first) = list.first() { *first == n } else { false })]
    same: Option<u8>,
    #[codec(if = counted.iter().any(|n| *n > 3))]
    any: Option<u8>,
}

#[test]
fn expressions_are_any_of_the_language() {
    let value: Expressions = Postcard::from_slice(&[1, 1, 1, 2, 9, 4, 5]).unwrap();
    assert_eq!((&*value.counted, value.same, value.any), (&[2, 9][..], Some(4), Some(5)));
    assert_eq!(Postcard::to_vec(&value).unwrap(), [1, 1, 1, 2, 9, 4, 5]);
    let value: Expressions = Postcard::from_slice(&[0, 1, 1, 2]).unwrap();
    assert_eq!((value.same, value.any), (None, None));
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = "named")]
struct Named(u8);

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(messages)]
enum Message {
    Named(Named),
    #[codec(other)]
    Unknown(&'static str, Bytes),
}

#[test]
fn unknown_messages_have_ids_of_the_protocols_type() {
    let message = Message::decode_message("other", &mut Reader::<Sv2>::new(&[1])).unwrap();
    assert_eq!(message, Message::Unknown("other", Bytes::from_static(&[1])));
    let message = Message::decode_message("named", &mut Reader::<Sv2>::new(&[1])).unwrap();
    assert_eq!(message, Message::Named(Named(1)));
}
