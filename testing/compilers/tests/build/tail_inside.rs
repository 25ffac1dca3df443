//! Types with parameters: for others, `cargo check` reports it (`ui/compiler/tail_inside.rs`).

use std::collections::{BTreeMap, LinkedList};

use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
struct Text {
    kind: u8,
    #[codec(tail)]
    text: Vec<u8>,
}

#[derive(Encode)]
struct Outer<T> {
    kind: u8,
    text: T,
}

#[derive(Encode)]
struct Elements<T> {
    list: Vec<T>,
}

#[derive(Encode)]
struct Nested<T> {
    list: [Outer<T>; 2],
}

#[derive(Encode)]
struct Linked<T> {
    list: LinkedList<T>,
}

#[derive(Encode)]
struct Maps<T> {
    map: BTreeMap<u8, T>,
}

#[derive(Encode)]
struct Tuples<T> {
    pair: (T, u8),
}

#[derive(Encode)]
struct Before<T> {
    text: T,
    sum: u8,
}

#[derive(Encode)]
struct Marked<T> {
    #[codec(be)]
    text: Option<T>,
    sum: u8,
}

#[derive(Encode)]
struct Fielded<T> {
    text: T,
    #[codec(be)]
    sum: u16,
}

fn text() -> Text {
    Text { kind: 1, text: vec![2] }
}

fn main() {
    let _ = Postcard::to_vec(&Elements { list: vec![text()] });
    let _ = Postcard::to_vec(&Nested { list: [1, 2].map(|kind| Outer { kind, text: text() }) });
    let _ = Postcard::to_vec(&Linked { list: LinkedList::from([text()]) });
    let _ = Postcard::to_vec(&Maps { map: BTreeMap::from([(1, text())]) });
    let _ = Postcard::to_vec(&Tuples { pair: (text(), 1) });
    let _ = Postcard::to_vec(&Before { text: text(), sum: 1 });
    let _ = Postcard::to_vec(&Marked { text: Some(text()), sum: 1 });
    let _ = Postcard::to_vec(&Fielded { text: text(), sum: 1 });
}
