//! bincode 1, with its functions' default configuration.

use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;

/// bincode 1.
#[derive(Debug)]
pub struct Bincode1;

impl<T: Serialize + DeserializeOwned> Codec<T> for Bincode1 {
    const NAME: &'static str = "bincode 1.3.3";
    type Bytes = Vec<u8>;
    type Kept = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        bincode1::serialize(value).expect("it encodes")
    }

    fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
        kept.clear();
        bincode1::serialize_into(&mut *kept, value).expect("it encodes");
        look(kept)
    }

    fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
        bincode1::deserialize(bytes).expect("it decodes")
    }
}

impl<T> Borrow<T> for Bincode1
where
    T: Serialize + DeserializeOwned + Lend,
    for<'a> T::View<'a>: Deserialize<'a> + Digest,
{
    fn access(bytes: &[u8], _: &mut Vec<u8>) {
        black_box::<T::View<'_>>(bincode1::deserialize(bytes).expect("it decodes"));
    }

    fn read(bytes: &[u8], _: &mut Vec<u8>) -> u64 {
        let view: T::View<'_> = bincode1::deserialize(bytes).expect("it decodes");
        view.digest()
    }
}
