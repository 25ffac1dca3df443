use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(version = 0)]
struct Zero(u8);

#[derive(Encode, Decode)]
#[codec(version = "2")]
struct Text(u8);

#[derive(Encode, Decode)]
#[codec(version = 2)]
struct Field {
    #[codec(since = LATEST)]
    one: u8,
}

fn main() {}
