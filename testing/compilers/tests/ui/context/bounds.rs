use codec_core::{Decode, Encode};

#[derive(Clone, Copy)]
struct NoDefault(u16);

#[derive(Encode, Decode)]
#[codec(context = NoDefault)]
struct Peer {
    #[codec(if = context.0 > 1)]
    port: Option<u16>,
}

fn main() {}
