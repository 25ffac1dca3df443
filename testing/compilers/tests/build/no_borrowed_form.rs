use codec_core::Decode;

#[derive(Decode)]
struct Inner(u8);

#[derive(Decode)]
#[codec(borrow)]
struct Outer {
    one: u8,
    inner: Inner,
}

fn main() {}
