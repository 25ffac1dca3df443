use codec_core::Decode;

#[derive(Decode)]
#[codec(id = 1)]
struct One;

#[derive(Decode)]
#[codec(messages, id = 1, flags = 2, formats(Sv2))]
enum Message {
    One(One),
}

fn main() {}
