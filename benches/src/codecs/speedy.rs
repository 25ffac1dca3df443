//! speedy, little-endian.

use std::hint::black_box;

use speedy::{LittleEndian, Readable, Writable};

use super::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;

/// speedy.
#[derive(Debug)]
pub struct Speedy;

impl<T> Codec<T> for Speedy
where
    T: Writable<LittleEndian> + for<'a> Readable<'a, LittleEndian>,
{
    const NAME: &'static str = "speedy 0.8.7";
    type Bytes = Vec<u8>;
    type Kept = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        value.write_to_vec_with_ctx(LittleEndian {}).expect("it encodes")
    }

    fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
        if kept.is_empty() {
            *kept = Self::encode(value);
        }
        value.write_to_buffer_with_ctx(LittleEndian {}, kept).expect("it encodes");
        look(kept)
    }

    fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
        T::read_from_buffer_with_ctx(LittleEndian {}, bytes).expect("it decodes")
    }
}

impl<T> Borrow<T> for Speedy
where
    T: Writable<LittleEndian> + for<'a> Readable<'a, LittleEndian> + Lend,
    for<'a> T::View<'a>: Readable<'a, LittleEndian> + Digest,
{
    fn access(bytes: &[u8], _: &mut Vec<u8>) {
        let view = T::View::read_from_buffer_with_ctx(LittleEndian {}, bytes);
        black_box::<T::View<'_>>(view.expect("it decodes"));
    }

    fn read(bytes: &[u8], _: &mut Vec<u8>) -> u64 {
        let view = T::View::read_from_buffer_with_ctx(LittleEndian {}, bytes);
        view.expect("it decodes").digest()
    }
}
