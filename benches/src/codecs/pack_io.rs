//! pack-io with its own derives.

use std::hint::black_box;

use pack_io::{Deserialize, DeserializeView, Encoder, Serialize};

use super::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;

/// pack-io.
#[derive(Debug)]
pub struct PackIo;

impl<T: Serialize + Deserialize> Codec<T> for PackIo {
    const NAME: &'static str = "pack-io 2.0.0";
    type Bytes = Vec<u8>;
    type Kept = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        pack_io::encode(value).expect("it encodes")
    }

    fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
        let mut buffer = std::mem::take(kept);
        buffer.clear();
        let mut encoder = Encoder::into_buffer(buffer);
        encoder.write(value).expect("it encodes");
        *kept = encoder.into_inner();
        look(kept)
    }

    fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
        pack_io::decode(bytes).expect("it decodes")
    }
}

impl<T> Borrow<T> for PackIo
where
    T: Serialize + Deserialize + Lend,
    for<'a> T::View<'a>: DeserializeView<'a> + Digest,
{
    fn access(bytes: &[u8], _: &mut Vec<u8>) {
        black_box::<T::View<'_>>(pack_io::decode_view(bytes).expect("it decodes"));
    }

    fn read(bytes: &[u8], _: &mut Vec<u8>) -> u64 {
        let view: T::View<'_> = pack_io::decode_view(bytes).expect("it decodes");
        view.digest()
    }
}
