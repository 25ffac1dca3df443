use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(borow)]
struct Both {
    #[codec(shared)]
    one: u8,
}

fn main() {}
