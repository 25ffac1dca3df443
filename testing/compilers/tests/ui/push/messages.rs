use codec_core::Decode;

#[derive(Decode)]
#[codec(id = 1)]
struct Ping;

#[derive(Decode)]
#[codec(messages, push)]
enum Message {
    Ping(Ping),
}

fn main() {}
