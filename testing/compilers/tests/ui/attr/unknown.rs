use codec_core::Decode;

#[derive(Decode)]
#[codec(borow, serialize = "x", nested(a = 1, b))]
struct Unknown {
    #[codec(rename = "x")]
    one: u8,
}

fn main() {}
