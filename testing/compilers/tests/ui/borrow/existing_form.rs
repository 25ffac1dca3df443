use codec_core::{Decode, Encode};

struct LoginRef;

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Login {
    name: String,
}

fn main() {}
