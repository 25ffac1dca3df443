use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
enum Choice {
    One,
    #[codec(other)]
    Other(String),
}

fn main() {}
