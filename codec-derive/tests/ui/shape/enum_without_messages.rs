use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
enum Either {
    One(u8),
    Two { value: i8 },
}

fn main() {}
