use codec_core::{Decode, Encode};

struct Foreign;

#[derive(Encode, Decode)]
struct Holder {
    one: u8,
    two: Vec<Foreign>,
}

fn main() {}
