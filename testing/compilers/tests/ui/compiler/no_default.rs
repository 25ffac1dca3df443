use codec_core::{Decode, Encode};

struct Cache;

#[derive(Encode, Decode)]
struct Entry {
    #[codec(skip)]
    cache: Cache,
    #[codec(skip, default = text)]
    number: u8,
}

fn text() -> &'static str {
    ""
}

fn main() {}
