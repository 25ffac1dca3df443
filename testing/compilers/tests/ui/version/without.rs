use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Account {
    #[codec(since = 2)]
    one: u8,
    #[codec(removed = 3)]
    two: u8,
    #[codec(retired = 3)]
    three: u8,
}

fn main() {}
