use codec_core::Decode;

#[derive(Decode)]
#[codec(push)]
struct View<'a> {
    #[codec(borrow)]
    name: &'a str,
}

fn main() {}
