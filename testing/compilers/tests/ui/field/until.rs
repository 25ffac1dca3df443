use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Contradictions {
    #[codec(until = |item| *item == 0, len = u8)]
    counted: Vec<u16>,
    #[codec(until = |item| *item == 0, max = 3)]
    limited: Vec<u16>,
    #[codec(until = 0, tail)]
    bytes: Vec<u8>,
}

#[derive(Encode, Decode)]
struct Open {
    #[codec(until = |item| *item == 0, tail)]
    open: Vec<u16>,
    last: u8,
}

#[derive(Encode, Decode)]
struct After {
    #[codec(tail)]
    perhaps: Option<u8>,
    #[codec(until = |item| *item == 0, tail)]
    open: Vec<u16>,
}

fn main() {}
