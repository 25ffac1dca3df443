use codec_core::Decode;

#[derive(Decode)]
#[codec(messages)]
enum Empty {}

fn main() {}
