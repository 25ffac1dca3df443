use std::collections::BTreeMap;

use codec_core::{Decode, Encode};

type Name = String;

#[derive(Encode)]
#[codec(formats(Sv2))]
struct Login {
    name: Name,
    #[codec(len = u8)]
    notes: Vec<String>,
    map: BTreeMap<u8, u8>,
    id: u64,
}

#[derive(Decode)]
#[codec(formats(Consensus), tag = u8)]
enum Kind {
    One(f32),
    Two,
}

#[derive(Encode)]
#[codec(formats(Consensus))]
enum Untagged {
    One,
}

#[derive(Encode)]
#[codec(formats)]
struct Nothing;

#[derive(Encode)]
struct Text {
    kind: u8,
    #[codec(tail)]
    text: Vec<u8>,
}

#[derive(Encode)]
#[codec(formats(Bincode))]
struct Inside {
    list: Vec<Text>,
    map: BTreeMap<u8, Text>,
    maybe: Option<Text>,
    text: Text,
    #[codec(bytes = u8)]
    bounded: Text,
    last: Option<Text>,
}

fn main() {}
