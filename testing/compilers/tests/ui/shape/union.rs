use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
union Either {
    one: u8,
    two: i8,
}

fn main() {}
