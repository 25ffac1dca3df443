//! bincode 2 with its own derives, in both of its configurations.

use std::hint::black_box;

use bincode2::config::{self, Config};
use bincode2::{BorrowDecode, Decode, Encode};

use super::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;

/// bincode 2 in the format of bincode 1.
#[derive(Debug)]
pub struct Bincode2Legacy;

/// bincode 2 with integers of variable length.
#[derive(Debug)]
pub struct Bincode2Standard;

fn encode_again<T: Encode, R>(
    value: &T,
    kept: &mut Vec<u8>,
    config: impl Config,
    look: impl FnOnce(&[u8]) -> R,
) -> R {
    if kept.is_empty() {
        *kept = bincode2::encode_to_vec(value, config).expect("it encodes");
    }
    let len = bincode2::encode_into_slice(value, kept, config).expect("it encodes");
    look(&kept[..len])
}

macro_rules! configuration {
    ($codec:ident, $name:literal, $config:expr) => {
        impl<T: Encode + Decode<()>> Codec<T> for $codec {
            const NAME: &'static str = $name;
            type Bytes = Vec<u8>;
            type Kept = Vec<u8>;

            fn encode(value: &T) -> Vec<u8> {
                bincode2::encode_to_vec(value, $config).expect("it encodes")
            }

            fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
                encode_again(value, kept, $config, look)
            }

            fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
                bincode2::decode_from_slice(bytes, $config).expect("it decodes").0
            }
        }

        impl<T> Borrow<T> for $codec
        where
            T: Encode + Decode<()> + Lend,
            for<'a> T::View<'a>: BorrowDecode<'a, ()> + Digest,
        {
            fn access(bytes: &[u8], _: &mut Vec<u8>) {
                let view = bincode2::borrow_decode_from_slice(bytes, $config);
                black_box::<T::View<'_>>(view.expect("it decodes").0);
            }

            fn read(bytes: &[u8], _: &mut Vec<u8>) -> u64 {
                let view = bincode2::borrow_decode_from_slice(bytes, $config);
                let view: T::View<'_> = view.expect("it decodes").0;
                view.digest()
            }
        }
    };
}

configuration!(Bincode2Legacy, "bincode 2.0.1 legacy", config::legacy());
configuration!(Bincode2Standard, "bincode 2.0.1", config::standard());
