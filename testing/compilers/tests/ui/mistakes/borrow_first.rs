use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Inner {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Outer {
    inner: Inner,
    id: u32,
}

fn main() {}
