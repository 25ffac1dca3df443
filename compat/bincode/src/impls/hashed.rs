//! Hash maps and sets, in iteration order.
#![forbid(unsafe_code)]

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{decode_len, encode_each};
use crate::de::elements::{Growing, collection};
use crate::enc::Encode;
use crate::error::DecodeError;

macro_rules! growing {
    ([$($generics:tt)*] $ty:ty, $item:ty, |$target:ident, $value:ident| $put:expr) => {
        impl<$($generics)*> Growing<$item> for $ty {
            #[inline]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn free(&self) -> usize {
                self.capacity() - self.len()
            }

            #[inline]
            fn reserve(&mut self, more: usize, _exact: bool) -> Result<(), DecodeError> {
                self.try_reserve(more).map_err(|_| DecodeError::OutOfMemory)
            }

            #[inline]
            fn put(&mut self, $value: $item) {
                let $target = self;
                $put;
            }
        }
    };
}

growing!([K: Eq + Hash, V, S: BuildHasher] HashMap<K, V, S>, (K, V), |map, entry| {
    map.insert(entry.0, entry.1)
});
growing!([T: Eq + Hash, S: BuildHasher] HashSet<T, S>, T, |set, value| set.insert(value));

parts!(
    #[inline] HashMap<K, V, S>, <K: Eq + Hash, V; S: BuildHasher + Default>,
    true, |decoder, read| {
        let len = decode_len(decoder)?;
        collection(decoder, len, <(K, V)>::NEVER_EMPTY, read!(fn (K, V)))
    }
);
parts!(
    #[inline] HashSet<T, S>, <T: Eq + Hash; S: BuildHasher + Default>,
    true, |decoder, read| {
        let len = decode_len(decoder)?;
        collection(decoder, len, T::NEVER_EMPTY, read!(fn T))
    }
);

encode! {
    [K: Encode, V: Encode, S] HashMap<K, V, S>: |map, encoder| encode_each(map.iter(), encoder);
    [T: Encode, S] HashSet<T, S>: |set, encoder| encode_each(set.iter(), encoder);
}
