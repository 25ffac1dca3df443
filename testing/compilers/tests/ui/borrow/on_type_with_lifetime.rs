use codec_core::Decode;

#[derive(Decode)]
#[codec(borrow, shared)]
struct View<'a> {
    #[codec(borrow)]
    name: &'a str,
}

fn main() {}
