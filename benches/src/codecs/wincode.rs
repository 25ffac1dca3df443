//! wincode, without its limit of 4 MiB on a vector, which the mesh exceeds.

use std::hint::black_box;

use wincode::config::{self, Configuration, PREALLOCATION_SIZE_LIMIT_DISABLED};
use wincode::{SchemaRead, SchemaWrite};

use super::{Borrow, Codec};
use crate::data::Lend;
use crate::data::digest::Digest;

type Unlimited = Configuration<true, PREALLOCATION_SIZE_LIMIT_DISABLED>;

const CONFIG: Unlimited = Configuration::default().disable_preallocation_size_limit();

/// wincode.
#[derive(Debug)]
pub struct Wincode;

impl<T> Codec<T> for Wincode
where
    T: SchemaWrite<Unlimited, Src = T> + for<'a> SchemaRead<'a, Unlimited, Dst = T>,
{
    const NAME: &'static str = "wincode 0.6.3";
    type Bytes = Vec<u8>;
    type Kept = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        config::serialize(value, CONFIG).expect("it encodes")
    }

    fn encode_again<R>(value: &T, kept: &mut Vec<u8>, look: impl FnOnce(&[u8]) -> R) -> R {
        if kept.is_empty() {
            *kept = Self::encode(value);
        }
        config::serialize_into(&mut kept[..], value, CONFIG).expect("it encodes");
        look(kept)
    }

    fn decode(bytes: &[u8], _: &mut Vec<u8>) -> T {
        config::deserialize(bytes, CONFIG).expect("it decodes")
    }
}

impl<T> Borrow<T> for Wincode
where
    T: SchemaWrite<Unlimited, Src = T> + for<'a> SchemaRead<'a, Unlimited, Dst = T> + Lend,
    for<'a> T::View<'a>: SchemaRead<'a, Unlimited, Dst = T::View<'a>> + Digest,
{
    fn access(bytes: &[u8], _: &mut Vec<u8>) {
        black_box::<T::View<'_>>(config::deserialize(bytes, CONFIG).expect("it decodes"));
    }

    fn read(bytes: &[u8], _: &mut Vec<u8>) -> u64 {
        let view: T::View<'_> = config::deserialize(bytes, CONFIG).expect("it decodes");
        view.digest()
    }
}
