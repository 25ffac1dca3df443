#![deny(warnings)]

use codec_core::Decode;

#[derive(Decode)]
#[codec(id = 1)]
struct One;

#[derive(Decode)]
#[codec(id = 1)]
struct Another;

#[derive(Decode)]
#[codec(messages)]
enum Message {
    One(One),
    Another(Another),
}

fn main() {}
