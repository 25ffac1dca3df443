use std::collections::BTreeMap;

use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Text {
    kind: u8,
    #[codec(tail)]
    text: Vec<u8>,
}

#[derive(Encode, Decode)]
struct Pair {
    kind: u8,
    both: (Text, u8),
}

#[derive(Encode, Decode)]
struct Before {
    text: Text,
    kind: u8,
}

#[derive(Encode, Decode)]
struct Maybe {
    text: Option<Text>,
    kind: u8,
}

#[derive(Encode, Decode)]
struct List {
    list: Vec<Text>,
}

#[derive(Encode, Decode)]
enum Choice {
    Map(BTreeMap<u8, Text>),
    Array([Text; 2]),
}

fn main() {}
