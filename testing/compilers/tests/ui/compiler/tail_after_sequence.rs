use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Rests {
    #[codec(tail)]
    all: Vec<u8>,
    #[codec(tail)]
    more: Vec<u8>,
}

fn main() {}
