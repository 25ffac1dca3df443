use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(tag = u8)]
enum Ranges {
    #[codec(value = 9..=4)]
    Empty(u8),
    #[codec(value = 20..=300)]
    Wide(u16),
    #[codec(value = 30..40)]
    Within(u8),
    #[codec(value = 50..=60)]
    Keeps,
    #[codec(value = -2..=1)]
    Negative(u8),
}

#[derive(Encode, Decode)]
#[codec(schema)]
enum Described {
    #[codec(value = 1..=2)]
    One(u8),
}

fn main() {}
