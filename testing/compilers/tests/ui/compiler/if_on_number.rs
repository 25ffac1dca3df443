use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Number {
    flags: u8,
    #[codec(if = flags & 1 != 0)]
    one: u32,
    #[codec(if = flags & 2)]
    two: Option<u32>,
}

fn main() {}
