use codec_core::Decode;

#[derive(Decode)]
#[codec(id = 1)]
struct One;

#[derive(Decode)]
#[codec(messages)]
enum Message {
    One(One),
    Unit,
    Named { one: One },
    Two(One, One),
}

fn main() {}
