//! rkyv, with everything validated before use. Its access without validation is unsafe code that
//! treats any input as an archive: it costs one addition, and is not measured. Its errors say that
//! it failed and no more, which is the cheapest.

use std::hint::black_box;

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Failure;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize};

use super::{Borrow, Codec};
use crate::data::digest::Digest;

/// rkyv.
#[derive(Debug)]
pub struct Rkyv;

impl<T> Codec<T> for Rkyv
where
    T: Archive + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Failure>>,
    T::Archived:
        for<'a> CheckBytes<HighValidator<'a, Failure>> + Deserialize<T, HighDeserializer<Failure>>,
{
    const NAME: &'static str = "rkyv 0.8.18";
    type Bytes = AlignedVec;
    type Kept = AlignedVec;

    fn encode(value: &T) -> AlignedVec {
        rkyv::to_bytes::<Failure>(value).expect("it encodes")
    }

    fn encode_again<R>(value: &T, kept: &mut AlignedVec, look: impl FnOnce(&[u8]) -> R) -> R {
        let mut buffer = std::mem::take(kept);
        buffer.clear();
        *kept = rkyv::api::high::to_bytes_in::<_, Failure>(value, buffer).expect("it encodes");
        look(kept)
    }

    fn decode(bytes: &[u8], _: &mut AlignedVec) -> T {
        rkyv::from_bytes::<T, Failure>(bytes).expect("it decodes")
    }
}

impl<T> Borrow<T> for Rkyv
where
    T: Archive + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Failure>>,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Failure>>
        + Deserialize<T, HighDeserializer<Failure>>
        + Digest,
{
    fn access(bytes: &[u8], _: &mut AlignedVec) {
        black_box(rkyv::access::<T::Archived, Failure>(bytes).expect("it is an archive"));
    }

    fn read(bytes: &[u8], _: &mut AlignedVec) -> u64 {
        rkyv::access::<T::Archived, Failure>(bytes).expect("it is an archive").digest()
    }
}
