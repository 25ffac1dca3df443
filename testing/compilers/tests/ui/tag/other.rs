use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
enum Shapes {
    Known,
    #[codec(other)]
    Unit,
}

#[derive(Encode, Decode)]
enum Two {
    #[codec(other)]
    First(u8),
    #[codec(other)]
    Second { tag: u8 },
}

#[derive(Encode, Decode)]
enum Valued {
    #[codec(other, value = 3)]
    Other(u8),
}

#[derive(Encode, Decode)]
enum Laid {
    #[codec(other)]
    Other(#[codec(be)] u32),
}

#[derive(Encode, Decode)]
#[codec(tag = u16)]
enum Narrow {
    A,
    #[codec(other)]
    Other(u8),
}

#[derive(Encode, Decode)]
#[codec(tag = u24)]
enum Odd {
    A,
    #[codec(other)]
    Other(u16),
}

#[derive(Encode, Decode)]
#[codec(tag = u8)]
enum Wide {
    A,
    #[codec(other)]
    Other(u32),
}

fn main() {}
