use codec_core::{Decode, Encode};

const LAST: u8 = 9;

#[derive(Encode, Decode)]
#[codec(tag = u8)]
enum Ranges {
    #[codec(value = 4..=LAST)]
    Named(u8),
    #[codec(value = 9..=4)]
    Empty(u8),
    #[codec(value = 20..=300)]
    Wide(u16),
    #[codec(value = 30..40)]
    Within(u8),
    #[codec(value = 50..=60)]
    Keeps,
}

#[derive(Encode, Decode)]
#[codec(schema)]
enum Described {
    #[codec(value = 1..=2)]
    One(u8),
}

fn main() {}
