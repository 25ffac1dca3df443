use codec_core::{Decode, Encode, Format, Sv2};

#[derive(Encode, Decode)]
struct Login {
    name: String,
}

fn main() {
    let _ = Sv2::from_slice::<Login>(&[]);
}
