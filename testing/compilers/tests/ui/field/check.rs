use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(check = one > 2)]
enum Either {
    One { one: u8 },
    Two(u8),
}

fn main() {}
