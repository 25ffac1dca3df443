use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(magic = "DIRT")]
struct Header {
    #[codec(magic = 1.5)]
    version: (),
}

fn main() {}
