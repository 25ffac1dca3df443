use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Bits {
    #[codec(bits = 3)]
    one: u8,
    #[codec(bits = 4)]
    two: u8,
    whole: u8,
    #[codec(bits = 0)]
    none: u8,
    #[codec(bits = 64, be)]
    many: u64,
    #[codec(bits = 8, pad_before = 1)]
    padded: u8,
}

#[derive(Encode, Decode)]
struct Narrow {
    #[codec(bits = 12)]
    signal: u8,
    #[codec(bits = 20)]
    signed: i16,
}

fn main() {}
