use codec_core::{Decode, Encode};
use std::collections::BTreeMap;

#[derive(PartialEq, Eq, Hash, Encode, Decode)]
struct Key(u8);

#[derive(Encode, Decode)]
struct Outer {
    id: u32,
    inner: BTreeMap<Key, String>,
}

fn main() {}
