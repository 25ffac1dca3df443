use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Number {
    #[codec(tail)]
    one: u32,
}

fn main() {}
