use codec_core::Decode;

#[derive(Decode)]
#[codec(id = 1)]
struct One;

#[derive(Decode)]
#[codec(messages)]
enum Message {
    First(One),
    Second(One),
}

fn main() {}
