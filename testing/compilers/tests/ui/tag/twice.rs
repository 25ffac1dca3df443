use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
enum Same {
    Zero,
    One,
    #[codec(value = 0)]
    Another,
    #[codec(value = 4)]
    Explicit,
    Implied,
    #[codec(value = 0x05)]
    Hex,
}

#[derive(Encode, Decode)]
#[codec(tag = discriminant)]
enum Discriminants {
    Two = 2,
    Three,
    #[codec(value = 3)]
    Four = 4,
}

fn main() {}
