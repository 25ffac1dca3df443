use codec_core::{Decode, Encode};

struct Inner {
    a: u8,
}

#[derive(Encode, Decode)]
struct Outer {
    id: u32,
    #[codec(if = id > 1)]
    inner: Option<Inner>,
    last: u8,
}

fn main() {}
