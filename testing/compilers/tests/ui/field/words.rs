use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Padded {
    #[codec(pad_before = remaining / 2)]
    one: u8,
    #[codec(computed = offset)]
    two: u8,
    #[codec(if = remaining > 1, default)]
    three: u8,
    #[codec(if = three > 1, default = remaining + 1)]
    four: u64,
    #[codec(if = offset > 1, computed = 4)]
    five: Option<u8>,
}

#[derive(Encode, Decode)]
#[codec(push)]
struct Pieces {
    #[codec(count = remaining)]
    all: Vec<u8>,
}

#[derive(Encode, Decode)]
#[codec(check = offset < 4)]
struct Whole {
    one: u8,
}

fn main() {}
