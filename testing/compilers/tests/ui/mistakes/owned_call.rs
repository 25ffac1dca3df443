use codec_core::{Format, Postcard};
struct Plain;
fn send() -> Vec<u8> {
    Postcard::to_vec(&Plain).unwrap()
}
fn recv() -> Plain {
    Postcard::from_slice(&[]).unwrap()
}

fn main() {}
