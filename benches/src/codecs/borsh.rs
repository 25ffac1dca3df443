//! borsh, which has no borrowed decode.

use borsh::{BorshDeserialize, BorshSerialize};

use super::Codec;

/// borsh.
#[derive(Debug)]
pub struct Borsh;

impl<T: BorshSerialize + BorshDeserialize> Codec<T> for Borsh {
    const NAME: &'static str = "borsh 1.8.1";
    type Bytes = Vec<u8>;
    type Kept = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        borsh::to_vec(value).expect("it encodes")
    }

    fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
        kept.clear();
        value.serialize(kept).expect("it encodes");
        look(kept)
    }

    fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
        borsh::from_slice(bytes).expect("it decodes")
    }
}
