use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Cut {
    #[codec(tail)]
    rest: Vec<u8>,
    end: u8,
}

#[derive(Encode, Decode)]
enum Variant {
    One(#[codec(tail)] Vec<u8>, u16),
}

fn main() {}
