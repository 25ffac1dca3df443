use codec_core::{Decode, Encode, Format, Postcard, Borsh};

#[derive(Encode, Decode)]
enum Choice {
    #[codec(value = 256)]
    Far,
}

fn main() {
    let _ = Postcard::to_vec(&Choice::Far);
    let _ = Borsh::to_vec(&Choice::Far);
}
