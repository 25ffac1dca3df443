//! The types of specifications.

use super::{collected, leaf};
#[cfg(feature = "alloc")]
use crate::format::Format;
#[cfg(feature = "alloc")]
use crate::push::{Collected, PushDecode, seq};
#[cfg(feature = "alloc")]
use crate::value::encode::Encode;
use crate::wire::{
    Bounded, Kind, LengthPrefix, Mac, PubKey, Signature, Storage, Target, U24, U256, Utf16Text,
};
#[cfg(feature = "alloc")]
use crate::wire::{
    Seq,
    packed::{Packable, Packed},
};

leaf!(U24, U256, PubKey, Signature, Mac, Target);
collected!({K: Kind, L: LengthPrefix, const MAX: usize, S: Storage} Bounded<K, L, MAX, S>);
collected!({L: LengthPrefix, S: Storage} Utf16Text<L, S>);
#[cfg(feature = "bytes")]
collected!(open {L: LengthPrefix, T: crate::Decodable} Seq<L, crate::SeqShared<T>>);

#[cfg(feature = "alloc")]
impl<L: LengthPrefix, T: PushDecode> PushDecode for Seq<L, alloc::vec::Vec<T>> {
    type Decoder<F: Format> = seq::Bounded<F, L, T>;
}

#[cfg(feature = "alloc")]
impl<L: LengthPrefix, T: Packable> PushDecode for Seq<L, Packed<T>>
where
    for<'a> T::Ref<'a>: Encode,
{
    type Decoder<F: Format> = Collected<F, Self, false>;
}

#[cfg(feature = "alloc")]
impl<T: Packable> PushDecode for Packed<T>
where
    for<'a> T::Ref<'a>: Encode,
{
    type Decoder<F: Format> = Collected<F, Self, false>;
}
