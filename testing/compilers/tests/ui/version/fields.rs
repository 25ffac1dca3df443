use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(version = 3)]
struct Account {
    id: u32,
    #[codec(since = 4)]
    early: u8,
    #[codec(since = 2)]
    older: u8,
    oldest: u8,
    #[codec(since = 3, removed = 2)]
    backwards: u8,
    #[codec(since = 3, retired = 3)]
    at_once: u8,
}

fn main() {}
