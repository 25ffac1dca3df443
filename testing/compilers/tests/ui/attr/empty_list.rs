use codec_core::Decode;

#[derive(Decode)]
#[codec()]
struct Empty(u8);

fn main() {}
