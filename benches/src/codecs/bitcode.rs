//! bitcode with its own derives: column-oriented. Its [`Buffer`] is kept, as its documentation
//! recommends, wherever the operation is not one into a new buffer.

use std::hint::black_box;

use bitcode::{Buffer, Decode, DecodeOwned, Encode};

use super::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;

/// bitcode.
#[derive(Debug)]
pub struct Bitcode;

impl<T: Encode + DecodeOwned> Codec<T> for Bitcode {
    const NAME: &'static str = "bitcode 0.6.9";
    type Bytes = Vec<u8>;
    type Kept = Buffer;

    fn encode(value: &T) -> Vec<u8> {
        bitcode::encode(value)
    }

    fn encode_again<R>(value: &T, kept: &mut Buffer, look: impl FnOnce(&[u8]) -> R) -> R {
        look(kept.encode(value))
    }

    fn decode(bytes: &[u8], kept: &mut Buffer) -> T {
        kept.decode(bytes).expect("it decodes")
    }
}

impl<T> Borrow<T> for Bitcode
where
    T: Encode + DecodeOwned + Lend,
    for<'a> T::View<'a>: Decode<'a> + Digest,
{
    fn access(bytes: &[u8], kept: &mut Buffer) {
        black_box::<T::View<'_>>(kept.decode(bytes).expect("it decodes"));
    }

    fn read(bytes: &[u8], kept: &mut Buffer) -> u64 {
        let view: T::View<'_> = kept.decode(bytes).expect("it decodes");
        view.digest()
    }
}
