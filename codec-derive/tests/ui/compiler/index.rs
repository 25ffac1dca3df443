use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Number {
    #[codec(index)]
    one: u32,
}

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Text {
    #[codec(index)]
    text: String,
}

fn main() {}
