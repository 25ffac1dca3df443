use codec_core::{Decode, Encode};

const LIMIT: usize = 3;

#[derive(Encode, Decode)]
struct Limits {
    #[codec(max = 3)]
    note: Option<String>,
    #[codec(min = 2)]
    list: Option<Vec<u8>>,
    #[codec(max = LIMIT)]
    named: Option<String>,
    // These say whether there is a value.
    #[codec(max = 0)]
    never: Option<u8>,
    #[codec(min = 1)]
    always: Option<u8>,
    // And these are about it.
    #[codec(if = true, max = 3)]
    present: Option<String>,
    #[codec(len = i16, max = 3)]
    nullable: Option<String>,
}

#[derive(Encode, Decode)]
struct Twice {
    #[codec(bytes = u16)]
    body: Vec<u8>,
    #[codec(bytes = body.len())]
    text: Box<str>,
    #[codec(bytes = u8, tail)]
    once: String,
    #[codec(bytes = u8, len = u8)]
    meant: String,
    #[codec(bytes = u8)]
    list: Vec<u16>,
}

#[derive(Encode, Decode)]
struct Numbers {
    #[codec(bytes = 2)]
    narrow: u32,
    #[codec(bytes = 8)]
    wide: u16,
    #[codec(bytes = 4)]
    exact: u32,
    #[codec(bytes = u8)]
    prefixed: u32,
    #[codec(bytes = exact)]
    told: u64,
    #[codec(max = 100)]
    limited: u32,
    #[codec(count = exact)]
    counted: i16,
}

fn main() {}
