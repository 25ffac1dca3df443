use codec_core::Decode;

#[derive(Decode)]
struct Login {
    #[codec(whole)]
    name: String,
}

fn main() {}
