use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(id = 1)]
struct Ping;

#[derive(Encode, Decode)]
#[codec(messages)]
enum Message {
    Ping(Ping),
    #[codec(other)]
    Unknown(u32),
    #[codec(other)]
    Rest(u32, Vec<u8>),
}

fn main() {}
