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

fn main() {}
