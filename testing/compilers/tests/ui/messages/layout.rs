use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(id = 1)]
struct Ping;

#[derive(Encode, Decode)]
#[codec(messages, tag = u8, be, check = valid)]
enum Message {
    #[codec(value = 1)]
    Ping(Ping),
}

fn main() {}
