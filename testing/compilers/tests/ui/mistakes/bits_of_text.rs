use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Outer {
    #[codec(bits = 4)]
    one: String,
    #[codec(bits = 4)]
    two: u8,
}

fn main() {}
