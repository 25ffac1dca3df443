use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Inner {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(transparent, borrow)]
pub struct Outer(Inner);

fn main() {}
