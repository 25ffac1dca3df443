use codec_core::field::Varint;
use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Adapted {
    #[codec(varint)]
    text: String,
    #[codec(until = 0)]
    number: u32,
    #[codec(as = Vec<Varint>)]
    option: Option<u32>,
    #[codec(tag = 1)]
    attached: Attached,
    #[codec(bits = 8)]
    float: f32,
}

#[derive(Encode, Decode)]
enum Attached {
    One,
}

fn main() {}
