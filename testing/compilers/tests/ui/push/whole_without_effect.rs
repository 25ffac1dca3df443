use codec_core::Decode;

#[derive(Decode)]
#[codec(push)]
struct Login {
    #[codec(whole, magic = b"LOGN")]
    kind: (),
    #[codec(whole, tail)]
    name: String,
}

fn main() {}
