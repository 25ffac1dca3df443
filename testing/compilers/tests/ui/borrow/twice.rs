use codec_core::Decode;

#[derive(Decode)]
#[codec(borrow)]
struct Twice {
    #[codec(borrow)]
    name: String,
    number: u32,
}

fn main() {}
