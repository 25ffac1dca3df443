use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct One(u32);

#[derive(Encode, Decode)]
struct Number {
    #[codec(len = u8)]
    one: One,
}

fn main() {}
