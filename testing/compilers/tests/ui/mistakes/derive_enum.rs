use codec_core::{Decode, Encode};

struct Inner {
    a: u8,
}

#[derive(Encode, Decode)]
enum Outer {
    A(u32),
    B { inner: Inner },
}

fn main() {}
