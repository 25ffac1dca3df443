use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Place {
    one: u8,
    #[codec(span = one)]
    place: u32,
}

fn main() {}
