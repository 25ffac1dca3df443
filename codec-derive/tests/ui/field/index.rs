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
#[codec(index)]
struct Misplaced {
    #[codec(index)]
    items: Vec<String>,
}

fn main() {}
