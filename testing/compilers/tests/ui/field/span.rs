use codec_core::{Decode, Encode};
use std::ops::Range;

#[derive(Encode, Decode)]
struct Places {
    #[codec(span = one..two)]
    open: Range<usize>,
    #[codec(span = 1..=2)]
    numbers: Range<usize>,
}

#[derive(Encode, Decode)]
struct Runs {
    #[codec(span = one..=three)]
    unknown: Range<usize>,
    #[codec(span = two..=one)]
    reversed: Range<usize>,
    #[codec(span = reversed)]
    of_a_span: Range<usize>,
    one: u8,
    two: u8,
}

fn main() {}
