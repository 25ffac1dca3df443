//! `index` on sequences other than a `Vec`: the bytes, errors and limits are those of a `Vec`.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use bytes::Bytes;
use codec_core::push::{Progress, PushDecode};
use codec_core::{
    Bincode, Consensus, Decode, DecodeErrorKind, Encode, Format, Limits, Postcard, SeqRef,
    SeqShared, Sv2, TextShared,
};

use crate::agree::{agree, forms};

/// An element that differs in size, in every format.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Name {
    #[codec(len = u8)]
    text: String,
}

macro_rules! kinds {
    ($($name:ident, $borrowed:ident, $shared:ident: $of:ident;)*) => {$(
        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(borrow, shared, push)]
        struct $name {
            before: u8,
            #[codec(index, len = u8)]
            names: $of<Name>,
            #[codec(index, len = u16, max = 3)]
            numbers: $of<u16>,
            #[codec(index, count = before)]
            counted: $of<Name>,
            #[codec(index, if = before > 1, len = u8)]
            more: Option<$of<Name>>,
            #[codec(index, len = i16)]
            nullable: Option<$of<Name>>,
            #[codec(index, len = u8, own)]
            owned: $of<Name>,
        }
        forms! { $name: $borrowed, $shared; }
    )*};
}

type Boxed<T> = Box<[T]>;
type Counted<T> = Rc<[T]>;
type Atomic<T> = Arc<[T]>;

kinds! {
    Vectors, VectorsRef, VectorsShared: Vec;
    Boxes, BoxesRef, BoxesShared: Boxed;
    Rings, RingsRef, RingsShared: VecDeque;
    Rcs, RcsRef, RcsShared: Counted;
    Arcs, ArcsRef, ArcsShared: Atomic;
}

fn texts(of: &[&str]) -> Vec<Name> {
    of.iter().map(|text| Name { text: (*text).to_owned() }).collect()
}

macro_rules! value {
    ($name:ident, $last:expr) => {
        $name {
            before: 2,
            names: texts(&["a", "", $last]).into(),
            numbers: vec![300, 1].into(),
            counted: texts(&["b", "cd"]).into(),
            more: Some(texts(&["e"]).into()),
            nullable: None,
            owned: texts(&["own"]).into(),
        }
    };
    ($name:ident) => {
        value!($name, "bcd")
    };
}

/// The bytes of [`value!`], with the numbers and lengths of two bytes in this order.
fn wanted(big_endian: bool) -> Vec<u8> {
    let number = |number: u16| if big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
    let mut bytes = vec![2];
    bytes.extend([3, 2, 0, 0, 0, 3, 0, 0, 0, 7, 0, 0, 0, 1, b'a', 0, 3, b'b', b'c', b'd']);
    bytes.extend(number(2));
    bytes.extend([2, 0, 0, 0, 4, 0, 0, 0]);
    bytes.extend([300, 1].map(number).concat());
    bytes.extend([2, 0, 0, 0, 5, 0, 0, 0, 1, b'b', 2, b'c', b'd']);
    bytes.extend([1, 2, 0, 0, 0, 1, b'e']);
    bytes.extend([0xff; 2]);
    bytes.extend([1, 4, 0, 0, 0, 3, b'o', b'w', b'n']);
    bytes
}

#[test]
fn every_sequence_has_the_bytes_and_errors_of_a_vector() {
    fn in_format<F: Format>() {
        let bytes = agree::<F, _>(&value!(Vectors));
        assert_eq!(agree::<F, _>(&value!(Boxes)), bytes);
        assert_eq!(agree::<F, _>(&value!(Rings)), bytes);
        assert_eq!(agree::<F, _>(&value!(Rcs)), bytes);
        assert_eq!(agree::<F, _>(&value!(Arcs)), bytes);
        for at in 0..bytes.len() {
            // Cut, and with a byte changed: a ring refuses what a vector does, where it does.
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            for input in [&bytes[..at], &damaged] {
                let vector = F::from_slice::<Vectors>(input).err();
                assert_eq!(F::from_slice::<Boxes>(input).err(), vector);
                assert_eq!(F::from_slice::<Rings>(input).err(), vector);
                assert_eq!(F::from_slice::<Rcs>(input).err(), vector);
                assert_eq!(F::from_slice::<Arcs>(input).err(), vector);
            }
        }
    }
    in_format::<Bincode>();
    in_format::<Postcard>();
    #[cfg(matrix)]
    {
        in_format::<codec_core::BincodeVarint>();
        in_format::<codec_core::Borsh>();
        in_format::<codec_core::Compact>();
        in_format::<Consensus>();
        in_format::<Sv2>();
    }
    // Formats whose integers have a fixed width.
    assert_eq!(Sv2::to_vec(&value!(Rings)).unwrap(), wanted(false));
    assert_eq!(Consensus::to_vec(&value!(Boxes)).unwrap(), wanted(false));
}

/// A ring whose elements are in two parts of its memory.
fn split() -> VecDeque<Name> {
    let mut ring = VecDeque::with_capacity(3);
    ring.extend(texts(&["", "bcd"]));
    ring.push_front(Name { text: "a".into() });
    assert!(!ring.as_slices().1.is_empty(), "the ring is in one part");
    ring
}

#[test]
fn a_ring_in_two_parts_has_one_table() {
    let ring = Rings { names: split(), ..value!(Rings) };
    let bytes = Postcard::to_vec(&value!(Vectors)).unwrap();
    assert_eq!(Postcard::to_vec(&ring).unwrap(), bytes);
    assert_eq!(Postcard::encoded_len(&ring), bytes.len());
    let lent = ring.to_ref();
    assert!(lent.names.back().is_some());
    assert_eq!(Postcard::to_vec(&lent).unwrap(), bytes);
    assert_eq!(Postcard::encoded_len(&lent), bytes.len());
    assert_eq!(Rings::from(lent), ring);
    // Decoded, all are at the front.
    let borrowed: RingsRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    let front: SeqRef<'_, NameRef<'_>> = borrowed.names.front();
    assert_eq!((front.get(2).unwrap().text, borrowed.names.back()), ("bcd", None));
}

#[test]
fn an_element_is_found_at_any_place() {
    let bytes = Bincode::to_vec(&value!(Boxes)).unwrap();
    let borrowed: ArcsRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    let found: SeqRef<'_, NameRef<'_>> = borrowed.names;
    assert_eq!((found.get(2).unwrap().text, found.get(3)), ("bcd", None));
    assert_eq!(found.binary_search_by(|name| name.text.len().cmp(&9)), Err(3));
    let shared: RingsShared = Bincode::from_bytes(&Bytes::from(bytes.clone())).unwrap();
    let found: SeqShared<NameShared> = shared.names;
    let text: TextShared = found.get(2).unwrap().text;
    assert_eq!(text, "bcd");
    assert_eq!(value!(Rcs).to_ref().names.get(0).unwrap().text, "a");
}

#[test]
fn a_wrong_table_is_refused_at_its_entry() {
    let bytes = Postcard::to_vec(&value!(Vectors)).unwrap();
    for entry in 0..3 {
        let place = 2 + 4 * entry;
        let mut wrong = bytes.clone();
        wrong[place] ^= 1;
        let mut rings = value!(Rings);
        let mut boxes = value!(Boxes);
        let errors = [
            Postcard::from_slice::<Boxes>(&wrong).unwrap_err(),
            Postcard::from_slice::<Rcs>(&wrong).unwrap_err(),
            Postcard::from_slice_ref::<RingsRef<'_>>(&wrong).unwrap_err(),
            Postcard::from_bytes::<ArcsShared>(&Bytes::from(wrong.clone())).unwrap_err(),
            Postcard::decode_into(&mut rings, &wrong).unwrap_err(),
            Postcard::decode_into(&mut boxes, &wrong).unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidIndex, place));
        }
    }
}

#[test]
fn a_box_and_a_ring_that_are_decoded_into_keep_their_memory() {
    let bytes = Postcard::to_vec(&value!(Vectors, "xyz")).unwrap();
    let mut boxes = value!(Boxes);
    let place = (boxes.names.as_ptr(), boxes.names[2].text.as_ptr());
    Postcard::decode_into(&mut boxes, &bytes).unwrap();
    assert_eq!(boxes, value!(Boxes, "xyz"));
    assert_eq!((boxes.names.as_ptr(), boxes.names[2].text.as_ptr()), place);
    let mut rings = value!(Rings);
    let place = (rings.names.as_slices().0.as_ptr(), rings.names[2].text.as_ptr());
    Postcard::decode_into(&mut rings, &bytes).unwrap();
    assert_eq!(rings, value!(Rings, "xyz"));
    assert_eq!((rings.names.as_slices().0.as_ptr(), rings.names[2].text.as_ptr()), place);
    let mut arcs = value!(Arcs);
    let other = Arc::clone(&arcs.names);
    Postcard::decode_into(&mut arcs, &bytes).unwrap();
    assert_eq!((arcs, other), (value!(Arcs, "xyz"), texts(&["a", "", "bcd"]).into()));
}

/// The least memory that the decode of a value takes.
fn least<T: codec_core::Decodable>(bytes: &[u8]) -> usize {
    let enough = |memory: &usize| {
        let limits = Limits { memory: *memory, ..Limits::DEFAULT };
        match Bincode::from_slice_with::<T>(limits, bytes) {
            Ok(_) => true,
            Err(error) => {
                assert_eq!(error.kind(), DecodeErrorKind::MemoryExceeded);
                false
            }
        }
    };
    (0..1 << 14).find(enough).unwrap()
}

#[test]
fn the_memory_is_charged_as_of_a_vector_and_a_pointer_as_it_is_without_an_index() {
    macro_rules! plain {
        ($name:ident, $type:ty) => {
            #[derive(Debug, Encode, Decode)]
            struct $name(#[codec(index)] $type);
        };
    }
    plain!(Indexed, Vec<Name>);
    plain!(OfBox, Box<[Name]>);
    plain!(OfRing, VecDeque<Name>);
    plain!(OfArc, Arc<[Name]>);
    let bytes = Bincode::to_vec(&Indexed(texts(&["a", "", "bcd"]))).unwrap();
    let without = Bincode::to_vec(&texts(&["a", "", "bcd"])).unwrap();
    let vector = least::<Indexed>(&bytes);
    assert_eq!(least::<Vec<Name>>(&without), vector);
    assert_eq!((least::<OfBox>(&bytes), least::<OfRing>(&bytes)), (vector, vector));
    let pointer = least::<OfArc>(&bytes);
    assert_eq!(pointer, least::<Arc<[Name]>>(&without));
    assert_eq!(pointer, vector + 2 * size_of::<usize>() + 3 * size_of::<Name>());
    let bound = Bincode::memory_bound::<OfArc>().unwrap();
    assert!(bound.of_input(bytes.len()) >= pointer);
}

/// One that contains itself.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Tree {
    #[codec(index)]
    branches: VecDeque<Tree>,
}

#[test]
fn the_depth_is_limited() {
    let mut tree = Tree { branches: VecDeque::new() };
    for _ in 0..20 {
        tree = Tree { branches: VecDeque::from([tree]) };
    }
    let bytes = Postcard::to_vec(&tree).unwrap();
    for depth in [20, 21] {
        let limits = Limits { depth, ..Limits::DEFAULT };
        let owned = Postcard::from_slice_with::<Tree>(limits, &bytes).err();
        let borrowed = Postcard::from_slice_ref_with::<TreeRef<'_>>(limits, &bytes).err();
        let wanted = (depth == 20).then_some(DecodeErrorKind::DepthExceeded);
        assert_eq!(owned.map(codec_core::DecodeError::kind), wanted);
        assert_eq!(borrowed, owned);
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Of<T> {
    #[codec(index)]
    items: Box<[T]>,
    #[codec(index)]
    list: Vec<T>,
    one: T,
}

/// Elements that borrow, in owned sequences.
#[derive(Debug, PartialEq, Encode, Decode)]
struct Lent<'de> {
    #[codec(index, borrow)]
    items: Box<[&'de str]>,
    #[codec(index, borrow)]
    ring: VecDeque<&'de str>,
    #[codec(index, borrow)]
    pointer: Arc<[&'de str]>,
}

#[test]
fn elements_may_be_of_any_type_and_borrowed() {
    let of = Of {
        items: Box::from([String::from("a"), String::new()]),
        list: vec![String::from("b")],
        one: String::from("c"),
    };
    let bytes = Postcard::to_vec(&of).unwrap();
    assert_eq!(Postcard::from_slice::<Of<String>>(&bytes).as_ref(), Ok(&of));
    let borrowed: OfRef<'_, String> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!((borrowed.items.get(0), Of::from(borrowed)), (Some("a"), of));
    let lent = Lent {
        items: Box::from(["a", ""]),
        ring: VecDeque::from(["b"]),
        pointer: Arc::from(["c", "d"]),
    };
    let bytes = Postcard::to_vec(&lent).unwrap();
    assert_eq!(Postcard::from_slice_ref::<Lent<'_>>(&bytes).unwrap(), lent);
}

#[test]
fn pieces_of_every_size_are_the_whole() {
    fn check<T: PushDecode + PartialEq + Clone + std::fmt::Debug + Encode>(value: &T) {
        let bytes = Bincode::to_vec(value).unwrap();
        for step in 1..bytes.len() {
            let mut decoder = T::push_decoder::<Bincode>();
            let mut done = None;
            for mut piece in bytes.chunks(step) {
                if let Progress::Done(value) = decoder.push(&mut piece).unwrap() {
                    done = Some((value, piece.len()));
                }
            }
            assert_eq!(done, Some((value.clone(), 0)));
        }
    }
    check(&value!(Boxes));
    check(&value!(Rings));
    check(&value!(Rcs));
    check(&value!(Arcs));
}
