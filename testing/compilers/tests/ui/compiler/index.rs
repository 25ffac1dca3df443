use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Height(u32);

#[derive(Encode, Decode)]
struct Block {
    #[codec(index)]
    height: Height,
}

fn main() {}
