use codec_core::{Decode, Encode};

mod other {
    #[derive(Default)]
    pub struct Private {
        pub x: u8,
        y: u8,
    }
}

#[derive(Encode, Decode)]
#[codec(remote = other::Private)]
struct Hidden {
    x: u8,
    y: u8,
}

fn main() {}
