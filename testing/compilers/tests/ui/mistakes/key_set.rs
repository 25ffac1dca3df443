use codec_core::{Decode, Encode};
use std::collections::BTreeSet;

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Key {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Outer {
    id: u32,
    inner: BTreeSet<Key>,
}

fn main() {}
