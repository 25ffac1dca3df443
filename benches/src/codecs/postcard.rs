//! postcard, through serde.

use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;

/// postcard.
#[derive(Debug)]
pub struct Postcard;

impl<T: Serialize + DeserializeOwned> Codec<T> for Postcard {
    const NAME: &'static str = "postcard 1.1.3";
    type Bytes = Vec<u8>;
    type Kept = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        postcard::to_allocvec(value).expect("it encodes")
    }

    fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
        if kept.is_empty() {
            *kept = postcard::to_allocvec(value).expect("it encodes");
        }
        look(postcard::to_slice(value, kept).expect("it encodes"))
    }

    fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
        postcard::from_bytes(bytes).expect("it decodes")
    }
}

impl<T> Borrow<T> for Postcard
where
    T: Serialize + DeserializeOwned + Lend,
    for<'a> T::View<'a>: Deserialize<'a> + Digest,
{
    fn access(bytes: &[u8], _: &mut Vec<u8>) {
        black_box::<T::View<'_>>(postcard::from_bytes(bytes).expect("it decodes"));
    }

    fn read(bytes: &[u8], _: &mut Vec<u8>) -> u64 {
        let view: T::View<'_> = postcard::from_bytes(bytes).expect("it decodes");
        view.digest()
    }
}
