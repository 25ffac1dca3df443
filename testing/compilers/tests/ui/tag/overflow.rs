use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(tag = u8)]
enum Narrow {
    Fits,
    #[codec(value = 256)]
    TooFar,
}

#[derive(Encode, Decode)]
#[codec(tag = u24, tag = discriminant)]
enum Discriminants {
    Last = 0xff_ffff,
    OneMore,
}

fn main() {}
