use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(detached)]
enum Body {
    One(u8),
}

#[derive(Encode, Decode)]
#[codec(version = 2)]
struct Record {
    #[codec(since = 1, min = 1)]
    always: Vec<u8>,
    len: u8,
    #[codec(since = 2, min = 1)]
    least: Vec<u8>,
    #[codec(since = 2, count = len)]
    counted: Vec<u8>,
    #[codec(since = 2, tag = len)]
    body: Body,
    #[codec(since = 2, until = |byte| *byte == 0)]
    ended: Vec<u8>,
}

#[derive(Encode, Decode)]
#[codec(version = 2)]
struct Writable {
    #[codec(since = 2, min = 0, max = 3)]
    limited: Vec<u8>,
    #[codec(since = 2, min = 1, default = || vec![7])]
    given: Vec<u8>,
    #[codec(since = 2, until = 0)]
    text: String,
    #[codec(since = 2, until = |byte| *byte == 0, tail)]
    open: Vec<u8>,
}

fn main() {}
