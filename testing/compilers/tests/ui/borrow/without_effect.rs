use codec_core::Decode;

#[derive(Decode)]
struct View<'a> {
    #[codec(borrow)]
    name: &'a str,
    #[codec(borrow)]
    number: u32,
}

fn main() {}
