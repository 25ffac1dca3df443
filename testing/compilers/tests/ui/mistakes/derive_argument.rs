use codec_core::{Decode, Encode};
struct Inner {
    a: u8,
}
#[derive(Encode, Decode)]
#[codec(borrow)]
struct Gen<T> {
    id: u32,
    inner: T,
}
#[derive(Encode, Decode)]
#[codec(borrow)]
struct Outer {
    id: u32,
    inner: Gen<Inner>,
}
fn main() {}
