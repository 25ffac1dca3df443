use codec_core::Decode;

#[derive(Decode)]
#[codec(flags = 1)]
struct Message(u8);

#[derive(Decode)]
#[codec(flags = 1)]
enum Choice {
    One,
}

fn main() {}
