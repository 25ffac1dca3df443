use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
enum Code {
    Zero = 0,
    One,
    Nine = 9,
    Ten,
    Twelve = 12,
}

const FIRST: isize = 0;

#[derive(Encode, Decode)]
#[codec(tag = u8)]
enum Named {
    First = FIRST,
    #[codec(value = 7)]
    Second = 8,
}

#[derive(Encode, Decode)]
#[codec(tag = index)]
enum Asked {
    Nine = 9,
}

#[derive(Encode, Decode)]
#[codec(tag = discriminant)]
enum Numbered {
    Nine = 9,
}

fn main() {}
