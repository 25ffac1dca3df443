use codec_core::{Decode, Encode};
struct Gen<T> {
    inner: T,
}
#[derive(Encode, Decode)]
#[codec(borrow)]
struct Outer<T> {
    id: u32,
    inner: Gen<T>,
}
fn main() {}
