use codec_core::{Decode, Encode};

#[derive(Default, Clone, Copy)]
struct Version(u16);

#[derive(Encode, Decode)]
struct Unnamed {
    #[codec(if = context.0 > 1)]
    port: Option<u16>,
}

#[derive(Encode, Decode)]
#[codec(context = Version)]
struct Members {
    #[codec(if = context.minor > 1)]
    port: Option<u16>,
    #[codec(max = context)]
    name: String,
}

fn main() {}
