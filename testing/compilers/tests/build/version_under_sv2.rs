use codec_core::{Decode, Encode, Format, Sv2};

#[derive(Encode, Decode)]
#[codec(version = 2)]
struct Account {
    id: u32,
}

fn main() {
    let _ = Sv2::from_slice::<Account>(&[]);
}
