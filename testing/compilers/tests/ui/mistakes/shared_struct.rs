use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Inner {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(shared)]
struct Outer {
    id: u32,
    inner: Inner,
}

fn main() {}
