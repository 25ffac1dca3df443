use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(version = 2)]
enum Choice {
    One,
}

fn main() {}
