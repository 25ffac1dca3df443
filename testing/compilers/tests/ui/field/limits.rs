use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Limits {
    #[codec(min = 4, max = 3)]
    bytes: Vec<u8>,
}

fn main() {}
