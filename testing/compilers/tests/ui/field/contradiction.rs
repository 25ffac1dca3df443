use codec_core::{Decode, Encode};
use std::ops::Range;

#[derive(Encode, Decode)]
struct Contradictions {
    #[codec(skip, len = u8, check = valid)]
    skipped: Vec<u8>,
    #[codec(span, default)]
    place: Range<usize>,
    #[codec(magic = 1u8, count = 3)]
    constant: (),
    #[codec(with = module, max = 3)]
    foreign: Vec<u8>,
    #[codec(count = 2, len = u8)]
    counted: Vec<u8>,
    #[codec(be, le)]
    number: u32,
    #[codec(tail, min = 1)]
    rest: Vec<u8>,
}

#[derive(Encode, Decode)]
#[codec(version = 3)]
struct Versioned {
    #[codec(removed = 2, retired = 3)]
    gone: u8,
    #[codec(if = true, since = 2)]
    perhaps: Option<u8>,
}

#[derive(Encode, Decode)]
#[codec(le, be)]
struct Orders(u16);

fn main() {}
