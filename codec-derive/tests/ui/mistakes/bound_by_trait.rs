use codec_core::{Decode, Encode, Format, Postcard};
fn recv<T: Decode>(input: &[u8]) -> T {
    Postcard::from_slice(input).unwrap()
}
fn send<T: Encode>(value: &T) -> Vec<u8> {
    Postcard::to_vec(value).unwrap()
}

fn main() {}
