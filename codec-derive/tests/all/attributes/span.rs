//! `span`.

use std::ops::Range;

use bytes::Bytes;
use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Block {
    #[codec(span)]
    whole: Range<usize>,
    version: u32,
    #[codec(span = version..=nonce)]
    header: Range<usize>,
    nonce: Vec<u8>,
    #[codec(span = count)]
    count_bytes: Vec<u8>,
    count: u16,
}

#[derive(Debug, Encode, Decode)]
struct View<'a> {
    a: u8,
    #[codec(borrow)]
    b: &'a str,
    #[codec(span = a..=b)]
    signed: &'a [u8],
    c: u8,
    #[codec(span)]
    all: &'a [u8],
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Message {
    id: u8,
    #[codec(span = id..=body)]
    raw: Vec<u8>,
    body: Vec<u8>,
}

#[test]
fn ranges_are_offsets_in_the_input() {
    let input = [9, 0x80, 1, 2, 7, 8, 0x81, 1];
    let (_, block) = Postcard::from_slice::<(u8, Block)>(&input).unwrap();
    assert_eq!((block.whole.clone(), block.header.clone()), (1..8, 1..6));
    assert_eq!((block.version, block.count, &*block.count_bytes), (128, 129, &[0x81, 1][..]));
    assert_eq!(Postcard::to_vec(&(9u8, block.clone())).unwrap(), input);
    let (_, mut over) = Postcard::from_slice::<(u8, Block)>(&[0, 1, 0, 1]).unwrap();
    assert_eq!((over.whole.clone(), over.header.clone()), (1..4, 1..3));
    Postcard::decode_into(&mut over, &input[1..]).unwrap();
    assert_eq!((over.whole, over.header), (0..7, 0..5));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Item {
    text: String,
    #[codec(span = text)]
    place: Range<usize>,
    #[codec(span = text)]
    raw: Vec<u8>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Items {
    id: u8,
    items: Vec<Item>,
}

/// Owned elements are decoded with the value, lazy ones separately.
#[test]
fn ranges_in_lazy_sequences_count_from_the_element() {
    let input = [7, 2, 2, b'h', b'i', 1, b'x'];
    let owned: Items = Postcard::from_slice(&input).unwrap();
    let places: Vec<_> = owned.items.iter().map(|item| item.place.clone()).collect();
    assert_eq!(places, [2..5, 5..7]);
    let borrowed: ItemsRef<'_> = Postcard::from_slice_ref(&input).unwrap();
    let shared: ItemsShared = Postcard::from_bytes(&Bytes::copy_from_slice(&input)).unwrap();
    for (index, range) in [(0, 0..3), (1, 0..2)] {
        let (item, raw) = (borrowed.items.get(index).unwrap(), &owned.items[index].raw);
        assert_eq!((&item.place, item.raw), (&range, &**raw));
        let item = shared.items.get(index).unwrap();
        assert_eq!((&item.place, &item.raw), (&range, &Bytes::copy_from_slice(raw)));
    }
}

#[test]
fn raw_bytes_are_borrowed_where_they_lie() {
    let input = [1, 2, b'h', b'i', 5];
    let view: View<'_> = Postcard::from_slice_ref(&input).unwrap();
    assert_eq!((view.signed, view.all, view.c), (&input[..4], &input[..], 5));
    assert_eq!(view.signed.as_ptr(), input.as_ptr());
    assert_eq!(Postcard::to_vec(&view).unwrap(), input);
}

#[test]
fn raw_bytes_are_borrowed_or_shared_in_generated_forms() {
    let input = [1, 2, 8, 9];
    let owned = Postcard::from_slice::<Message>(&input).unwrap();
    assert_eq!(owned, Message { id: 1, raw: input.to_vec(), body: vec![8, 9] });
    let borrowed: MessageRef<'_> = Postcard::from_slice_ref(&input).unwrap();
    assert_eq!(borrowed.raw.as_ptr(), input.as_ptr());
    assert_eq!(borrowed, owned.to_ref());
    let source = Bytes::copy_from_slice(&input);
    let shared: MessageShared = Postcard::from_bytes(&source).unwrap();
    assert_eq!((shared.raw.as_ptr(), shared.raw.len()), (source.as_ptr(), 4));
    assert_eq!(Postcard::to_vec(&shared).unwrap(), input);
}
