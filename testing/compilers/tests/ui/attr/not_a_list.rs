use codec_core::Decode;

#[derive(Decode)]
#[codec]
struct Flag(u8);

#[derive(Decode)]
#[codec = "borrow"]
struct Value(u8);

fn main() {}
