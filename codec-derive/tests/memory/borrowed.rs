//! Structs that borrow from the input, by a generated form or directly.

use codec_core::{
    Bincode, Borrowable, BorrowableElement, DecodableRef, Decode, DecodeErrorKind, Encode, Format,
    Message, SeqRef, Size, Sv2, wire,
};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Point {
    x: u16,
    y: u16,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Tag(u8, String);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, id = 3, flags = 4)]
struct Record {
    level: u32,
    text: String,
    bytes: Vec<u8>,
    tag: Option<Tag>,
    tags: Vec<Tag>,
    pair: (u8, String),
}

fn record() -> Record {
    Record {
        level: 1,
        text: "abc".into(),
        bytes: vec![1, 2],
        tag: Some(Tag(9, "t".into())),
        tags: vec![Tag(1, "one".into()), Tag(2, "two".into())],
        pair: (5, "p".into()),
    }
}

#[test]
fn the_borrowed_form_reads_and_writes_the_same_bytes() {
    let bytes = Bincode::to_vec(&record()).unwrap();
    let borrowed: RecordRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(borrowed.text, "abc");
    assert!(bytes.as_ptr_range().contains(&borrowed.text.as_ptr()));
    assert_eq!(borrowed.bytes, [1, 2]);
    assert_eq!(borrowed.tag.unwrap().1, "t");
    let tags: SeqRef<'_, TagRef<'_>> = borrowed.tags;
    assert_eq!(tags.get(1).unwrap().1, "two");
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Bincode::encoded_len(&borrowed), bytes.len());
    assert_eq!(Record::from(borrowed), record());
}

#[test]
fn to_ref_equals_what_decoding_yields() {
    let owned = record();
    let bytes = Bincode::to_vec(&owned).unwrap();
    assert_eq!(Bincode::from_slice_ref::<RecordRef<'_>>(&bytes).unwrap(), owned.to_ref());
    let other = Record { level: 2, ..record() };
    assert_ne!(other.to_ref(), owned.to_ref());
    assert_eq!(Bincode::to_vec(&owned.to_ref()).unwrap(), bytes);
}

#[test]
fn the_borrowed_form_prints_as_a_struct() {
    assert_eq!(format!("{:?}", Tag(1, "a".into()).to_ref()), r#"TagRef(1, "a")"#);
    let printed = format!("{:?}", record().to_ref());
    assert!(
        printed.starts_with(r#"RecordRef { level: 1, text: "abc", bytes: [1, 2]"#),
        "{printed}"
    );
}

#[test]
fn the_borrowed_form_is_copy_when_its_fields_are() {
    fn twice<T: Copy>(value: T) -> (T, T) {
        (value, value)
    }
    let owned = record();
    let (one, two) = twice(owned.to_ref());
    assert_eq!(one, two);
}

#[test]
fn a_form_with_a_field_that_is_not_copy_is_clone_alone() {
    #[derive(Debug, Clone, PartialEq)]
    struct Loud(u8);
    impl<'de> DecodableRef<'de> for Loud {
        fn ref_size<F: Format>() -> Size {
            Size::fixed(1)
        }
        fn decode_ref<F: Format>(
            r: &mut codec_core::Reader<'de, F>,
        ) -> Result<Self, codec_core::DecodeError> {
            r.byte().map(Loud)
        }
    }
    impl codec_core::Decodable for Loud {
        fn size<F: Format>() -> Size {
            Size::fixed(1)
        }
        fn decode<F: Format>(
            r: &mut codec_core::Reader<'_, F>,
        ) -> Result<Self, codec_core::DecodeError> {
            r.byte().map(Loud)
        }
    }
    impl Borrowable for Loud {
        type Ref<'de> = Loud;
        fn to_ref(&self) -> Loud {
            self.clone()
        }
        fn from_ref<'de>(borrowed: Loud) -> Loud
        where
            Self: 'de,
        {
            borrowed
        }
    }

    impl BorrowableElement for Loud {
        type Seq<'de> = SeqRef<'de, Loud>;
    }
    #[derive(Decode)]
    #[codec(borrow)]
    struct Holder {
        loud: Loud,
    }
    let holder: HolderRef<'_> = Sv2::from_slice_ref(&[3]).unwrap();
    assert_eq!(holder.clone(), Holder { loud: Loud(3) }.to_ref());
    assert_eq!(Holder::from(holder).loud.0, 3);
}

#[test]
fn a_struct_without_borrowed_data_has_a_borrowed_form_as_well() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    struct Numbers {
        one: u32,
        two: u32,
    }
    let numbers: NumbersRef<'_> = Sv2::from_slice_ref(&[1, 0, 0, 0, 2, 0, 0, 0]).unwrap();
    assert_eq!((numbers.one, numbers.two), (1, 2));
    assert_eq!(NumbersRef::ref_size::<Sv2>(), Size::fixed(8));
}

#[test]
fn a_struct_without_fields_has_a_borrowed_form_as_well() {
    #[derive(Encode, Decode)]
    #[codec(borrow, id = 9)]
    struct Unit;
    #[derive(Encode, Decode)]
    #[codec(borrow)]
    struct Tuple();
    let unit: UnitRef<'_> = Sv2::from_slice_ref(&[]).unwrap();
    let copy = unit;
    assert_eq!(unit, Unit.to_ref());
    assert_eq!((format!("{copy:?}"), UnitRef::ID), ("UnitRef".to_owned(), 9));
    assert!(Sv2::to_vec(&Unit::from(unit).to_ref()).unwrap().is_empty());
    assert_eq!(Tuple::from(Tuple().to_ref()).to_ref(), Tuple().to_ref());
}

#[test]
fn the_borrowed_form_is_the_same_message() {
    assert_eq!((RecordRef::ID, RecordRef::FLAGS, RecordRef::NAME), (3, 4, "Record"));
}

#[test]
fn wire_types_borrow() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    struct Setup {
        host: wire::Str0255,
        blob: wire::B064K,
        points: wire::Seq064K<u32>,
    }
    let owned = Setup {
        host: wire::Str0255::try_from("h").unwrap(),
        blob: wire::B064K::try_from(vec![1, 2, 3]).unwrap(),
        points: wire::Seq064K::try_from(vec![1u32, 2]).unwrap(),
    };
    let bytes = Sv2::to_vec(&owned).unwrap();
    assert_eq!(bytes, [1, b'h', 3, 0, 1, 2, 3, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    let borrowed: SetupRef<'_> = Sv2::from_slice_ref(&bytes).unwrap();
    assert_eq!(borrowed, owned.to_ref());
    assert_eq!(Sv2::to_vec(&borrowed).unwrap(), bytes);
    for len in 0..bytes.len() {
        let error = Sv2::from_slice_ref::<SetupRef<'_>>(&bytes[..len]).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd);
    }
}

#[test]
fn borrow_on_a_field_borrows_that_field_alone() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    struct Mixed {
        point: Point,
        #[codec(borrow)]
        text: String,
        kept: String,
    }
    let owned = Mixed { point: Point { x: 1, y: 2 }, text: "a".into(), kept: "b".into() };
    let bytes = Bincode::to_vec(&owned).unwrap();
    let borrowed: MixedRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    let (text, kept): (&str, &String) = (borrowed.text, &borrowed.kept);
    assert_eq!((text, kept.as_str()), ("a", "b"));
    assert_eq!(borrowed, owned.to_ref());
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Mixed::from(borrowed.clone()), owned);
}

#[test]
fn a_struct_that_contains_itself_borrows() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    struct Node {
        value: u8,
        next: Option<Box<Node>>,
        children: Vec<Node>,
    }
    let leaf = Node { value: 2, next: None, children: Vec::new() };
    let node = Node { value: 1, next: Some(Box::new(leaf.clone())), children: vec![leaf] };
    let bytes = Bincode::to_vec(&node).unwrap();
    let borrowed: NodeRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(borrowed.next.unwrap().get().value, 2);
    assert_eq!(Node::from(borrowed), node);
}

mod with_a_lifetime {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(id = 7)]
    struct View<'input> {
        #[codec(borrow)]
        name: &'input str,
        number: u32,
        #[codec(borrow)]
        bytes: &'input [u8],
    }

    #[test]
    fn it_decodes_by_borrowing() {
        let view = View { name: "ab", number: 3, bytes: &[4] };
        let bytes = Bincode::to_vec(&view).unwrap();
        let decoded: View<'_> = Bincode::from_slice_ref(&bytes).unwrap();
        assert_eq!(decoded, view);
        assert!(bytes.as_ptr_range().contains(&decoded.name.as_ptr()));
        assert_eq!(View::NAME, "View");
    }

    #[test]
    fn it_may_have_several_and_hold_another_one() {
        #[derive(Debug, PartialEq, Encode, Decode)]
        struct Both<'de, 'other: 'de, T> {
            #[codec(borrow)]
            one: &'de str,
            #[codec(borrow)]
            two: Option<View<'other>>,
            #[codec(borrow)]
            three: T,
        }
        let both =
            Both { one: "a", two: Some(View { name: "b", number: 1, bytes: &[] }), three: "c" };
        let bytes = Bincode::to_vec(&both).unwrap();
        assert_eq!(Bincode::from_slice_ref::<Both<'_, '_, &str>>(&bytes).unwrap(), both);
    }

    #[test]
    fn it_may_stay_encode_only_without_attributes() {
        #[derive(Encode)]
        struct Out<'a> {
            text: &'a str,
            fixed: &'static [u8],
        }
        assert_eq!(Bincode::to_vec(&Out { text: "", fixed: b"x" }).unwrap().len(), 17);
    }
}
