use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Inner {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(borrow)]
enum Outer {
    A(u32),
    B { inner: Inner },
}

fn main() {}
