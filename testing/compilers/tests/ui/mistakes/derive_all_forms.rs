use codec_core::{Decode, Encode};

struct Inner {
    a: u8,
}

#[derive(Encode, Decode)]
#[codec(borrow, shared, push)]
struct Outer {
    text: String,
    inner: Inner,
}

fn main() {}
