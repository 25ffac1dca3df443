use codec_core::{Decode, Encode};

const ONE: u8 = 1;

#[derive(Encode, Decode)]
enum Choice {
    Zero,
    First,
    #[codec(value = ONE)]
    Second,
}

const FAR: u16 = 256;

#[derive(Encode, Decode)]
#[codec(tag = u8)]
enum Narrow {
    #[codec(value = FAR)]
    Far,
}

fn main() {}
