use codec_core::Decode;

#[derive(Decode)]
#[codec(id, flags(1), crate)]
struct Value(u8);

#[derive(Decode)]
#[codec(id = )]
struct Cut(u8);

fn main() {}
