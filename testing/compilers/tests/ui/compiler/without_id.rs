use codec_core::Decode;

#[derive(Decode)]
struct NotAMessage;

#[derive(Decode)]
#[codec(messages)]
enum Message {
    One(NotAMessage),
}

fn main() {}
