use codec_core::{Decode, Encode};

mod half {
    use codec_core::{Decodable, DecodeError, Format, Reader};

    pub(super) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<u8, DecodeError> {
        u8::decode(r)
    }
}

#[derive(Encode, Decode)]
struct Foreign {
    #[codec(with = half)]
    one: u8,
}

fn main() {}
