use codec_core::Decode;

#[derive(Decode)]
#[codec(borrow, borrow, flags = 1, messages)]
struct Several<'a> {
    one: &'a str,
    #[codec(other)]
    two: &'a [u8],
}

fn main() {}
