//! Decoding a message over one of the same shape allocates nothing.

use codec_core::{Bincode, Compact, Decodable, Decode, Encode, Format, Postcard};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Inner {
    text: String,
    numbers: Vec<u64>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
enum Kind {
    Plain,
    Text(String),
    Full { inner: Inner, list: Vec<Inner> },
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Message {
    text: String,
    bytes: Vec<u8>,
    strings: Vec<String>,
    inner: Inner,
    option: Option<String>,
    boxed: Box<Inner>,
    kinds: Vec<Kind>,
    kind: Kind,
    #[codec(len = u16, max = 100)]
    counted: Vec<u8>,
    flags: u8,
    #[codec(if = flags == 1)]
    conditional: Option<String>,
    #[codec(count = 2)]
    two: Vec<String>,
    pair: (String, [String; 2]),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(version = 2)]
struct Versioned {
    text: String,
    #[codec(since = 2)]
    list: Vec<String>,
}

fn inner() -> Inner {
    Inner { text: "a text of some length, not a short one".into(), numbers: vec![1, 2, 3] }
}

fn message() -> Message {
    let text = || "some text that lives on the heap".to_owned();
    Message {
        text: text(),
        bytes: vec![1; 100],
        strings: vec![text(), text()],
        inner: inner(),
        option: Some(text()),
        boxed: Box::new(inner()),
        kinds: vec![Kind::Plain, Kind::Text(text())],
        kind: Kind::Full { inner: inner(), list: vec![inner()] },
        counted: vec![7; 50],
        flags: 1,
        conditional: Some(text()),
        two: vec![text(), text()],
        pair: (text(), [text(), text()]),
    }
}

fn nothing_is_allocated<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Clone + PartialEq + std::fmt::Debug,
{
    let bytes = F::to_vec(value).unwrap();
    let mut over = value.clone();
    let counts = allocation_counter::measure(|| F::decode_into(&mut over, &bytes).unwrap());
    assert_eq!((counts.count_total, counts.bytes_total), (0, 0), "{}", F::RULES.name);
    assert_eq!(&over, value);
}

#[test]
fn a_message_of_the_same_shape_allocates_nothing() {
    nothing_is_allocated::<Bincode, _>(&message());
    nothing_is_allocated::<Postcard, _>(&message());
    nothing_is_allocated::<Compact, _>(&message());
    let versioned = Versioned { text: "text".into(), list: vec!["one".into(), "two".into()] };
    nothing_is_allocated::<Compact, _>(&versioned);
}
