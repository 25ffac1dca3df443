use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(id = 1)]
struct Good {
    text: String,
}
struct Bad {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(messages)]
enum Any {
    Good(Good),
    Bad(Bad),
}

fn main() {}
