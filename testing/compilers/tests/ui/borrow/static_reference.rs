use codec_core::Decode;

#[derive(Decode)]
struct Static {
    name: Option<&'static str>,
}

fn main() {}
