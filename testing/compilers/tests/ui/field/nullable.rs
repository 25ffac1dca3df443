use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Lengths {
    #[codec(len = i16)]
    always: Vec<u8>,
    #[codec(len = i24)]
    unknown: Option<Vec<u8>>,
}

#[derive(Encode, Decode)]
struct Always {
    #[codec(len = i16)]
    always: Vec<u8>,
}

#[derive(Encode, Decode)]
struct Number {
    #[codec(len = i16)]
    number: Option<u32>,
}

#[derive(Encode, Decode)]
#[codec(tag = i16)]
enum Tag {
    One,
}

fn main() {}
