use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(rename_all = "camelCase", use_discriminant = true, omit_bounds)]
struct Moved {
    #[codec(rename = "x", skip_serializing_if = "Option::is_none")]
    one: Option<u8>,
    #[codec(flatten)]
    two: (u8, u8),
    #[codec(with_serde)]
    three: u8,
    #[codec(decode_bounds("T: Debug"))]
    four: u8,
}

#[derive(Encode, Decode)]
enum Chosen {
    #[codec(index = 3)]
    One,
}

fn main() {}
