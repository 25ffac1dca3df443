use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Combined {
    #[codec(varint, be)]
    one: u32,
    #[codec(until = 0, len = u8)]
    two: String,
    #[codec(as = Adapter, with = module)]
    three: u8,
    #[codec(bytes = u8, skip)]
    four: u8,
    #[codec(tag = one, tail)]
    five: u8,
    #[codec(until)]
    six: String,
}

fn main() {}
