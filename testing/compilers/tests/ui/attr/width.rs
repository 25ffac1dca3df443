use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Widths {
    #[codec(len = u12)]
    one: Vec<u8>,
    #[codec(len = 2)]
    two: Vec<u8>,
}

#[derive(Encode, Decode)]
#[codec(tag = i32)]
enum Tagged {
    One,
}

fn main() {}
