use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(id = 1)]
struct Ping;

#[derive(Encode, Decode)]
#[codec(id = 2)]
struct Pong;

#[derive(Encode, Decode)]
#[codec(id = 3)]
struct Close;

#[derive(Encode, Decode)]
#[codec(messages, handler(sync))]
enum Option {
    Ping(Ping),
}

#[derive(Encode, Decode)]
#[codec(handler)]
enum WithoutMessages {
    Ping,
}

#[derive(Encode, Decode)]
#[codec(messages, handler)]
struct Struct;

#[derive(Encode, Decode)]
#[codec(messages)]
enum WithoutHandler {
    #[codec(from = client)]
    Ping(Ping),
}

#[derive(Encode, Decode)]
#[codec(messages, handler)]
enum ThirdSide {
    #[codec(from = client)]
    Ping(Ping),
    #[codec(from = server)]
    Pong(Pong),
    #[codec(from = cleint)]
    Close(Close),
}

#[derive(Encode, Decode)]
#[codec(messages, handler)]
enum NoName {
    #[codec(from)]
    Ping(Ping),
}

fn main() {}
