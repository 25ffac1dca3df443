//! `index`: sequences with a table of offsets before their elements.

use bytes::Bytes;
use codec_core::push::{Progress, PushDecode};
use codec_core::{
    Bincode, Compact, Decodable, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Limits,
    Postcard, SeqRef, Strict, Sv2,
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
    before: u8,
    #[codec(index)]
    items: Vec<Item>,
    #[codec(index, len = u16, max = 4)]
    texts: Vec<String>,
    #[codec(index, be)]
    numbers: Vec<u16>,
    #[codec(index, count = before)]
    counted: Vec<Vec<u8>>,
    #[codec(index, if = before > 1)]
    more: Option<Vec<Item>>,
    #[codec(index, len = i32)]
    nullable: Option<Vec<Item>>,
    #[codec(index, bytes = u16)]
    inside: Vec<String>,
    #[codec(index, own)]
    owned: Vec<Item>,
    #[codec(index)]
    nothing: Vec<()>,
    after: u8,
}

/// Tables within elements of tables.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Outer {
    #[codec(index)]
    inner: Vec<Inner>,
    last: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Inner {
    #[codec(index)]
    texts: Vec<String>,
    id: u16,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, tag = u8)]
enum Choice {
    Many(#[codec(index)] Vec<String>),
    One { id: u8 },
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Of<T> {
    #[codec(index)]
    items: Vec<T>,
    one: T,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, version = 2)]
struct Versioned {
    #[codec(index)]
    old: Vec<String>,
    #[codec(index, since = 2)]
    new: Vec<String>,
}

/// One that contains itself.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Tree {
    #[codec(index)]
    branches: Vec<Tree>,
}

forms! {
    Lists: ListsRef, ListsShared;
    Outer: OuterRef, OuterShared;
    Choice: ChoiceRef, ChoiceShared;
    Versioned: VersionedRef, VersionedShared;
    Tree: TreeRef, TreeShared;
}

impl crate::agree::Forms for Of<String> {
    type Borrowed<'de> = OfRef<'de, String>;
    type Shared = OfShared<String>;
}

fn item(kind: u8, text: &str) -> Item {
    Item { kind, text: text.into() }
}

fn lists() -> Lists {
    Lists {
        before: 2,
        items: vec![item(1, "a"), item(0, ""), item(3, "bcd")],
        texts: vec!["x".into(), String::new()],
        numbers: vec![300, 1],
        counted: vec![vec![1, 2], vec![]],
        more: Some(vec![item(7, "c")]),
        nullable: None,
        inside: vec!["in".into()],
        owned: vec![item(9, "own")],
        nothing: vec![(), ()],
        after: 9,
    }
}

fn outer() -> Outer {
    let inner = |id: u16, texts: &[&str]| Inner {
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        id,
    };
    Outer { inner: vec![inner(1, &["a", ""]), inner(2, &[]), inner(3, &["b", "cc"])], last: 4 }
}

#[test]
fn all_forms_have_the_same_bytes() {
    in_every_format!(lists());
    in_every_format!(Lists {
        before: 0,
        items: vec![],
        texts: vec![],
        numbers: vec![],
        counted: vec![],
        more: None,
        nullable: Some(vec![item(1, "n"), item(2, "")]),
        inside: vec![],
        owned: vec![],
        nothing: vec![],
        after: 0,
    });
    in_every_format!(outer());
    in_every_format!(Choice::Many(vec!["a".into(), "bc".into()]));
    in_every_format!(Choice::One { id: 1 });
    in_every_format!(Of { items: vec![String::from("a"), String::new()], one: "b".into() });
    let leaf = Tree { branches: vec![] };
    let tree = Tree { branches: vec![leaf.clone(), Tree { branches: vec![leaf] }] };
    in_every_format!(tree);
    let value = Versioned { old: vec!["a".into()], new: vec!["b".into(), "c".into()] };
    crate::agree::agree::<Compact, _>(&value);
}

#[test]
fn the_table_is_between_the_count_and_the_elements() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Numbers {
        #[codec(index, len = u8, be)]
        numbers: Vec<u16>,
    }
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    struct Names {
        #[codec(index)]
        names: Vec<String>,
    }
    let names = Names { names: vec!["a".into(), String::new(), "bc".into()] };
    let table = [2, 0, 0, 0, 3, 0, 0, 0, 6, 0, 0, 0];
    let elements = [1, b'a', 0, 2, b'b', b'c'];
    let postcard = [&[3][..], &table, &elements].concat();
    assert_eq!(Postcard::to_vec(&names).unwrap(), postcard);
    // The same table in a format whose own integers have another width or order.
    let numbers = Numbers { numbers: vec![1, 2] };
    let bytes = [2, 2, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 2];
    assert_eq!(Sv2::to_vec(&numbers).unwrap(), bytes);
    assert_eq!(Sv2::from_slice::<Numbers>(&bytes), Ok(numbers));
    // Nothing but the count, when there is no element.
    assert_eq!(Postcard::to_vec(&Names { names: vec![] }).unwrap(), [0]);
}

#[test]
fn a_borrowed_element_is_found_at_any_place() {
    let value = outer();
    let bytes = Bincode::to_vec(&value).unwrap();
    let borrowed: OuterRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    let shared: OuterShared = Bincode::from_bytes(&Bytes::from(bytes.clone())).unwrap();
    let lent = value.to_ref();
    for (index, inner) in value.inner.iter().enumerate() {
        for found in [borrowed.inner.get(index).unwrap(), lent.inner.get(index).unwrap()] {
            assert_eq!((found.id, found.texts.len()), (inner.id, inner.texts.len()));
            for (index, text) in inner.texts.iter().enumerate() {
                assert_eq!(found.texts.get(index), Some(&**text));
            }
            assert_eq!(found.texts.get(inner.texts.len()), None);
        }
        assert_eq!(Inner::from(shared.inner.get(index).unwrap()), *inner);
    }
    assert!(borrowed.inner.get(3).is_none() && lent.inner.get(3).is_none());
    assert!(borrowed.inner.get(usize::MAX).is_none() && shared.inner.get(usize::MAX).is_none());
    assert_eq!((&borrowed, &Outer::from(borrowed)), (&lent, &value));
    assert_eq!(borrowed.inner.to_vec(), borrowed.inner.iter().collect::<Vec<_>>());
}

#[test]
fn a_search_is_that_of_a_slice() {
    let names: Vec<String> = (0..100).map(|number| format!("{:03}", number * 3)).collect();
    let bytes = Postcard::to_vec(&Choice::Many(names.clone())).unwrap();
    let ChoiceRef::Many(borrowed) = Postcard::from_slice_ref(&bytes).unwrap() else {
        panic!("another variant");
    };
    for wanted in 0..310 {
        let wanted = format!("{wanted:03}");
        let found = borrowed.binary_search_by(|name| (*name).cmp(&wanted));
        assert_eq!(found, names.binary_search(&wanted));
        let point = borrowed.partition_point(|name| name < &*wanted);
        assert_eq!(point, names.partition_point(|name| **name < *wanted));
    }
    let none = SeqRef::<'_, &str>::default();
    assert_eq!((none.len(), none.is_empty(), none.get(0)), (0, true, None));
    assert_eq!(none.binary_search_by(|name| (*name).cmp("a")), Err(0));
}

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Texts {
    #[codec(index)]
    items: Vec<String>,
}

/// The error of all forms for this table of the strings "a", "" and "bc".
fn refused(table: [u32; 3]) -> Option<(DecodeErrorKind, usize)> {
    let mut input = vec![3];
    input.extend(table.iter().flat_map(|end| end.to_le_bytes()));
    input.extend([1, b'a', 0, 2, b'b', b'c']);
    let owned = Postcard::from_slice::<Of<String>>(&[&*input, &[0]].concat());
    let owned = owned.err().map(|error| (error.kind(), error.offset()));
    let borrowed = Postcard::from_slice_ref::<TextsRef<'_>>(&input);
    assert_eq!(borrowed.err().map(|error| (error.kind(), error.offset())), owned);
    owned
}

#[test]
fn only_the_table_of_the_elements_is_accepted() {
    let wrong = DecodeErrorKind::InvalidIndex;
    assert_eq!(refused([2, 3, 6]), None);
    // At the entry: overlapping, decreasing, out of range, a gap, the one before.
    assert_eq!(refused([2, 2, 6]), Some((wrong, 5)));
    assert_eq!(refused([3, 2, 6]), Some((wrong, 1)));
    assert_eq!(refused([0, 3, 6]), Some((wrong, 1)));
    assert_eq!(refused([2, 3, 5]), Some((wrong, 9)));
    assert_eq!(refused([2, 3, 7]), Some((wrong, 9)));
    for end in [4, 1 << 16, u32::MAX - 1, u32::MAX] {
        assert_eq!(refused([2, end, 6]), Some((wrong, 5)));
        assert_eq!(refused([2, 3, end]), Some((wrong, 9)));
    }
    let report = Postcard::explain::<Of<String>>(&[1, 9, 0, 0, 0, 0, 0]);
    let said = "Of.items at byte 1: offset is not the end of its element";
    assert_eq!(report.to_string(), said);
}

#[test]
fn a_count_without_a_table_is_cut() {
    for count in [2u64, 1 << 20, 1 << 62, u64::MAX / 4 + 1, u64::MAX] {
        let input = [&count.to_le_bytes()[..], &[0; 7]].concat();
        let errors = [
            Bincode::from_slice::<Outer>(&input).unwrap_err(),
            Bincode::from_slice_ref::<OuterRef<'_>>(&input).unwrap_err(),
            Bincode::from_bytes::<OuterShared>(&Bytes::from(input.clone())).unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 15));
        }
    }
}

#[test]
fn a_copy_of_its_parts_has_the_same_bytes_in_another_format() {
    let value = outer();
    let bincode = Bincode::to_vec(&value).unwrap();
    let borrowed: OuterRef<'_> = Bincode::from_slice_ref(&bincode).unwrap();
    assert_eq!(Postcard::to_vec(&borrowed), Postcard::to_vec(&value));
    assert_eq!(Postcard::encoded_len(&borrowed), Postcard::encoded_len(&value));
}

#[test]
fn limits_of_the_memory_and_the_depth_hold() {
    let bytes = Bincode::to_vec(&outer()).unwrap();
    let limits = |memory| Limits { memory, ..Limits::DEFAULT };
    let kind = |memory| Bincode::from_slice_with::<Outer>(limits(memory), &bytes).err();
    let least = 3 * size_of::<Inner>() + 4 * size_of::<String>() + 4;
    assert_eq!(kind(least), None);
    assert_eq!(kind(least - 1).unwrap().kind(), DecodeErrorKind::MemoryExceeded);
    let mut tree = Tree { branches: vec![] };
    for _ in 0..20 {
        tree = Tree { branches: vec![tree] };
    }
    let bytes = Postcard::to_vec(&tree).unwrap();
    let deep = |depth| Limits { depth, ..Limits::DEFAULT };
    let read = |depth| Postcard::from_slice_ref_with::<TreeRef<'_>>(deep(depth), &bytes);
    let own = |depth| Postcard::from_slice_with::<Tree>(deep(depth), &bytes);
    assert_eq!((read(21).err(), own(21).err()), (None, None));
    let errors = (read(20).err().unwrap(), own(20).err().unwrap());
    assert_eq!((errors.0, errors.0.kind()), (errors.1, DecodeErrorKind::DepthExceeded));
    // A depth without a limit is no input that was checked before.
    let most = Limits { depth: u32::MAX, memory: usize::MAX, elements: usize::MAX };
    let wrong = [1, 9, 0, 0, 0, 0];
    let error = Postcard::from_slice_ref_with::<TreeRef<'_>>(most, &wrong).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::InvalidIndex);
}

#[test]
fn elements_of_several_gibibytes_have_no_table() {
    /// Claims to have written what it has not.
    struct Long;
    impl Encode for Long {
        fn encoded_size<F: Format>() -> codec_core::Size {
            codec_core::Size::at_least(0)
        }
        fn encoded_len<F: Format>(&self) -> usize {
            0
        }
        fn encode<F: Format>(
            &self,
            w: &mut codec_core::Writer<'_, F>,
        ) -> Result<(), codec_core::EncodeError> {
            *w = codec_core::Writer::new(codec_core::Output::new(&mut []));
            Ok(())
        }
    }
    #[derive(Encode)]
    struct Of {
        #[codec(index)]
        items: Vec<Long>,
    }
    // A writer that was replaced has no table to fill in.
    let error = Postcard::to_vec(&Of { items: vec![Long] }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::ForeignWriter);
}

#[test]
fn pieces_of_every_size_are_the_whole() {
    let value = lists();
    let bytes = Bincode::to_vec(&value).unwrap();
    for step in 1..bytes.len() {
        let mut decoder = Lists::push_decoder::<Bincode>();
        let mut done = None;
        for mut piece in bytes.chunks(step) {
            if let Progress::Done(value) = decoder.push(&mut piece).unwrap() {
                done = Some((value, piece.len()));
            }
        }
        assert_eq!(done, Some((value.clone(), 0)));
        let mut source = std::io::BufReader::with_capacity(step, &bytes[..]);
        assert_eq!(Bincode::read_from::<Lists>(&mut source, 1 << 10).unwrap(), value);
    }
    let cut = &bytes[..bytes.len() - 1];
    assert!(Bincode::read_from::<Lists>(&mut { cut }, 1 << 10).is_err());
}

#[test]
fn a_strict_format_accepts_what_it_writes() {
    let bytes = Strict::<Postcard>::to_vec(&outer()).unwrap();
    let borrowed: OuterRef<'_> = Strict::<Postcard>::from_slice_ref(&bytes).unwrap();
    assert_eq!(Outer::from(borrowed), outer());
    assert_eq!(borrowed.inner.get(2).unwrap().texts.get(1), Some("cc"));
}

#[test]
fn the_memory_that_is_needed_is_bounded() {
    let bound = Bincode::memory_bound::<Outer>().unwrap();
    let bytes = Bincode::to_vec(&outer()).unwrap();
    let limits = Limits { memory: bound.of_input(bytes.len()), ..Limits::DEFAULT };
    assert!(Bincode::from_slice_with::<Outer>(limits, &bytes).is_ok());
    assert_eq!(Outer::size::<Postcard>(), codec_core::Size::at_least(2));
}
