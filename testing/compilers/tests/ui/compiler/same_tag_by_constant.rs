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

#[derive(Encode, Decode)]
#[codec(tag = u8)]
enum Within {
    #[codec(value = ONE..=9)]
    Range(u8),
    #[codec(value = 7)]
    Seven,
}

#[derive(Encode, Decode)]
#[codec(tag = u16)]
enum Reversed {
    #[codec(value = FAR..=ONE)]
    Range(u16),
}

fn main() {}
