use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Outer {
    id: u32,
    #[codec(varint)]
    text: String,
}

fn main() {}
