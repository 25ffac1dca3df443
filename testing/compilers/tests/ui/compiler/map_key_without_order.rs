use std::collections::HashMap;

use codec_core::{Decode, Encode};

#[derive(PartialEq, Eq, Hash, Encode, Decode)]
struct Key(u8);

#[derive(Encode, Decode)]
struct Names {
    by_key: HashMap<Key, String>,
}

fn main() {}
