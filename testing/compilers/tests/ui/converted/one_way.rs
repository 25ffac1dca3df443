use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(from = u8)]
struct Read(u8);

#[derive(Encode, Decode)]
#[codec(into = u8)]
struct Written(u8);

#[derive(Decode)]
#[codec(from = u8, try_from = u16, borrow)]
struct Both(#[codec(varint)] u32);

impl From<u8> for Read {
    fn from(value: u8) -> Self {
        Self(value)
    }
}

impl From<&Written> for u8 {
    fn from(value: &Written) -> Self {
        value.0
    }
}

fn main() {}
