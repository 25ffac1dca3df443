use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(transparent, borrow)]
struct Wrapped(#[codec(with = module)] u8);

#[derive(Encode, Decode)]
#[codec(transparent, shared)]
struct Adapted(#[codec(varint)] u32);

fn main() {}
