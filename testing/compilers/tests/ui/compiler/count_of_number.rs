use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct One(u32);

#[derive(Encode, Decode)]
struct Number {
    length: u8,
    #[codec(count = length)]
    one: One,
    #[codec(count = lenght)]
    two: Vec<u8>,
}

fn main() {}
