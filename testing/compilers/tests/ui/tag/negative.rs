use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(tag = discriminant)]
enum Signed {
    Less = -1,
    Zero,
}

#[derive(Encode, Decode)]
enum Value {
    #[codec(value = -3)]
    Three,
}

fn main() {}
