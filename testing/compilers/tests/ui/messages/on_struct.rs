use codec_core::Decode;

#[derive(Decode)]
#[codec(messages)]
struct Message(u8);

fn main() {}
