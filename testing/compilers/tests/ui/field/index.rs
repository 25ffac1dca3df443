use std::collections::{BTreeMap, LinkedList};

use codec_core::wire::{Seq0255, Seq064K};
use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Contradicts {
    #[codec(index, varint)]
    varint: Vec<u16>,
    #[codec(index, until = |item| *item == 0)]
    until: Vec<u16>,
    #[codec(index = 4)]
    wide: Vec<u16>,
    #[codec(index, tail)]
    tail: Vec<String>,
}

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Others {
    #[codec(index)]
    text: String,
    #[codec(index)]
    number: u32,
    #[codec(index, if = number > 0)]
    map: Option<BTreeMap<u8, u8>>,
    #[codec(index)]
    array: [u8; 4],
    #[codec(index)]
    list: LinkedList<u16>,
}

#[derive(Encode, Decode)]
struct Prefixed {
    #[codec(index)]
    short: Seq0255<u16>,
    #[codec(index)]
    long: Option<Seq064K<String>>,
}

#[derive(Encode, Decode)]
#[codec(index)]
struct Misplaced {
    #[codec(index)]
    items: Vec<String>,
}

fn main() {}
