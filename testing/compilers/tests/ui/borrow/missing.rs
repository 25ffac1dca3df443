use codec_core::Decode;
use std::borrow::Cow;

#[derive(Decode)]
struct Missing<'a> {
    name: &'a str,
    number: u32,
    text: Option<Cow<'a, str>>,
    #[codec(borrow)]
    bytes: &'a [u8],
}

#[derive(Decode)]
struct Tuple<'x>(&'x str);

fn main() {}
