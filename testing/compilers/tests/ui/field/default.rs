use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Always {
    #[codec(default)]
    one: u8,
    #[codec(default = seven)]
    two: u8,
}

fn main() {}
