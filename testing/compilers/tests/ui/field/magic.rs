use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(magic = 0x1234)]
struct Header {
    #[codec(magic = 7)]
    version: (),
    #[codec(magic = b"AB")]
    name: [u8; 2],
}

fn main() {}
