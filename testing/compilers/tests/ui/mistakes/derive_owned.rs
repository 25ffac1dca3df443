use codec_core::{Decode, Encode};

struct Inner {
    a: u8,
}

#[derive(Encode, Decode)]
struct Outer {
    id: u32,
    inner: Inner,
}

fn main() {}
