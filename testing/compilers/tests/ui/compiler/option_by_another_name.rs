use codec_core::{Decode, Encode};

type Note = Option<String>;

#[derive(Encode, Decode)]
struct Letter {
    #[codec(max = 3)]
    note: Note,
}

fn main() {}
