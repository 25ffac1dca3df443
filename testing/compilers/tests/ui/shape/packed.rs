use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[repr(C, packed(2))]
struct Packed {
    one: u8,
    two: u32,
}

fn main() {}
