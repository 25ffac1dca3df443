use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(id = 1, borrow)]
struct Good {
    text: String,
}

#[derive(Encode, Decode)]
struct Bad {
    text: String,
}

#[derive(Encode, Decode)]
#[codec(messages, borrow)]
enum Any {
    Good(Good),
    Bad(Bad),
}

fn main() {}
