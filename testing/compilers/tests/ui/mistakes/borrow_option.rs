use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Inner {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Outer {
    id: u32,
    inner: Option<Inner>,
}

fn main() {}
