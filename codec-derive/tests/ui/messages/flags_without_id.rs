use codec_core::Decode;

#[derive(Decode)]
#[codec(flags = 1)]
struct Message(u8);

fn main() {}
