use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Number {
    #[codec(len = u8)]
    one: u32,
}

fn main() {}
