use codec_core::Decode;

#[derive(Decode)]
#[codec(borrow = true, shared(all))]
struct Value(u8);

fn main() {}
