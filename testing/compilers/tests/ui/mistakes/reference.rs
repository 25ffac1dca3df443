use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Outer<'a> {
    id: u32,
    text: &'a str,
}

fn main() {}
