use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(transparent, borrow(name = "View"))]
struct Inner(Vec<u8>);

#[derive(Clone, Copy, Encode, Decode)]
#[codec(borrow(derive(Debug)))]
enum Plain {
    One,
}

fn main() {}
