use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(transparent)]
struct Two(u8, u8);

#[derive(Encode, Decode)]
#[codec(transparent)]
struct Nothing {
    #[codec(skip)]
    one: u8,
}

#[derive(Encode, Decode)]
#[codec(transparent)]
enum Choice {
    One(u8),
}

fn main() {}
