use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(transparent, be, magic = b"AB", version = 2)]
struct Type(u32);

#[derive(Encode, Decode)]
#[codec(transparent)]
struct Field(#[codec(len = u8, max = 3)] Vec<u8>);

fn main() {}
