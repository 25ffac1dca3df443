use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(check = "not a path")]
struct Paths {
    #[codec(with = 3)]
    one: u8,
    #[codec(with = "a-b")]
    two: u8,
    #[codec(skip, default = "1 + 1")]
    three: u8,
}

fn main() {}
