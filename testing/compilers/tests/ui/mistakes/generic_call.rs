use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Encode, Decode)]
struct Outer<T> {
    id: u32,
    value: Vec<T>,
}

struct Inner;

fn main() {
    let bytes = Postcard::to_vec(&Outer { id: 1, value: vec![Inner] });
}
