use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(bound(encode = "T: Encode", clone = "T: Clone", encode = "T: Encode"))]
struct Bound<T>(T);

#[derive(Encode, Decode)]
#[codec(bound)]
struct Without<T>(T);

fn main() {}
