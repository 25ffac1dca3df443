//! Expressions name fields that have a value at that place.
use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Later {
    #[codec(count = len)]
    list: Vec<u8>,
    len: u8,
}

#[derive(Encode, Decode)]
struct Itself {
    #[codec(if = value > Some(1))]
    value: Option<u8>,
}

#[derive(Encode, Decode)]
struct NotOnTheWire {
    #[codec(skip)]
    memory: u8,
    #[codec(bytes = memory + 1, tail)]
    list: Vec<u8>,
}

#[derive(Encode, Decode)]
struct OfSelf {
    n: u8,
    #[codec(count = self.n * 2)]
    list: Vec<u8>,
}

#[derive(Encode, Decode)]
#[codec(check = self.n > 3)]
struct CheckOfSelf {
    n: u8,
}

#[derive(Encode, Decode)]
struct NoInteger {
    flag: bool,
    text: String,
    #[codec(count = flag + 1)]
    list: Vec<u8>,
    #[codec(if = text * 2 > 7)]
    there: Option<u8>,
}

#[derive(Encode, Decode)]
struct NoCondition {
    n: u8,
    #[codec(if = n - 1)]
    there: Option<u8>,
}

fn main() {}
