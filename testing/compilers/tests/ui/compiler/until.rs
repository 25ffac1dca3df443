use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Ended {
    #[codec(until = |number| *number == 0)]
    number: u32,
    #[codec(until = |item| item.kind == 0)]
    items: Vec<u16>,
}

fn main() {}
