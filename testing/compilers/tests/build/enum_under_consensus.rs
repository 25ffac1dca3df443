use codec_core::{Consensus, Decode, Encode, Format};

#[derive(Encode, Decode)]
enum Choice {
    One,
    Two(u8),
}

fn main() {
    let _ = Consensus::to_vec(&Choice::Two(3));
}
