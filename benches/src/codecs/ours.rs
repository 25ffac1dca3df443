//! The formats of this project.

use std::hint::black_box;

use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Decodable, Encode, Format, Postcard,
};

use super::{Borrow, Codec};
use crate::data::digest::Digest;

macro_rules! format {
    ($($format:ident),*) => {$(
        impl<T: Encode + Decodable> Codec<T> for $format {
            const NAME: &'static str = stringify!($format);
            type Bytes = Vec<u8>;
            type Kept = Vec<u8>;

            fn encode(value: &T) -> Vec<u8> {
                Self::to_vec(value).expect("it encodes")
            }

            fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
                // A value of fixed size goes into a slice, as of the peers that can write to one.
                if T::encoded_size::<Self>().fixed {
                    if kept.is_empty() {
                        *kept = Self::encode(value);
                    }
                    Self::encode_into(value, &mut kept[..]).expect("it encodes");
                } else {
                    kept.clear();
                    Self::encode_into(value, kept).expect("it encodes");
                }
                look(kept)
            }

            fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
                Self::from_slice(bytes).expect("it decodes")
            }

            fn decode_again(value: &mut T, bytes: &[u8], _: &mut Vec<u8>) {
                Self::decode_into(value, bytes).expect("it decodes");
            }
        }

        impl<T> Borrow<T> for $format
        where
            T: Encode + Decodable + Borrowable + 'static,
            for<'a> T::Ref<'a>: Digest,
        {
            fn access(bytes: &[u8], _: &mut Vec<u8>) {
                black_box::<T::Ref<'_>>(Self::from_slice_ref(bytes).expect("it decodes"));
            }

            fn read(bytes: &[u8], _: &mut Vec<u8>) -> u64 {
                let view: T::Ref<'_> = Self::from_slice_ref(bytes).expect("it decodes");
                view.digest()
            }
        }
    )*};
}

format!(Bincode, BincodeVarint, Postcard, Borsh, Compact);
