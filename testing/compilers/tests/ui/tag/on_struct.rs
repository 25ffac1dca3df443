use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(tag = u8, tag = discriminant)]
struct NoTag(u8);

fn main() {}
