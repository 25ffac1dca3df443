use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
struct Formless {
    #[codec(own)]
    one: String,
}

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Both {
    #[codec(own, skip)]
    one: String,
    #[codec(own, borrow)]
    two: String,
}

fn main() {}
