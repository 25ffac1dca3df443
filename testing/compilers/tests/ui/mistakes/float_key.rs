use codec_core::{Decode, Encode};
use std::collections::BTreeMap;

#[derive(Encode, Decode)]
#[codec(borrow)]
struct Outer {
    id: u32,
    inner: BTreeMap<f64, String>,
}

fn main() {}
