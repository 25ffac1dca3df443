use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Number {
    length: u8,
    #[codec(count = length)]
    one: u32,
    #[codec(count = lenght)]
    two: Vec<u8>,
}

fn main() {}
