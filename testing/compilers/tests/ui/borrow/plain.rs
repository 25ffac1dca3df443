use codec_core::Decode;

#[derive(Decode)]
#[codec(plain)]
struct View<'a> {
    #[codec(borrow)]
    name: &'a str,
}

#[derive(Decode)]
#[codec(plain, borrow, shared)]
struct Twice {
    name: String,
}

fn main() {}
