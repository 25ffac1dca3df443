//! Adapters of collections: a collection of adapters.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, collections::BTreeMap, vec::Vec};
use core::cmp::Ordering;
use core::marker::PhantomData;

use super::adapter::{DecodeWith, EncodeWith, read_as, written_as};
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// A value encoded by its adapter, so that collections treat it as any other.
struct Adapted<A, T>(T, PhantomData<A>);

impl<A: for<'any> DecodeWith<'any, T>, T> Decodable for Adapted<A, T> {
    sizes!(size: A::size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        A::decode(r).map(|value| Self(value, PhantomData))
    }
}

impl<A: EncodeWith<T>, T> Encode for Adapted<A, &T> {
    sizes!(encoded_size: A::encoded_size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        A::encoded_len::<F>(self.0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        A::encode(self.0, w)
    }
}

impl<A, T: PartialEq> PartialEq for Adapted<A, T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<A, T: Eq> Eq for Adapted<A, T> {}

impl<A, T: PartialOrd> PartialOrd for Adapted<A, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl<A, T: Ord> Ord for Adapted<A, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

/// Adapts a collection as another one of adapted values: one that refers to the values, to
/// be written, and one that was read.
macro_rules! collection {
    ([$($adapter:ident $item:ident $(: $bound:path)?),*] [$($const:tt)*]
        $of:ty, $adapted:ty, $lent:ty, $read:ty;
        $value:ident => $lend:expr, $own:expr) => {
        written_as! {
            [$($adapter: EncodeWith<$item>, $item $(: $bound)?,)* $($const)*]
            $of, $adapted; $value => $lend, $lent
        }
        read_as! {
            [$($adapter: for<'any> DecodeWith<'any, $item>, $item $(: $bound)?,)* $($const)*]
            $of, $adapted; $value => $own, $read
        }
    };
}

collection! {
    [A T] [] Option<A>, Option<T>, Option<Adapted<A, &T>>, Option<Adapted<A, T>>;
    value => value.as_ref().map(lend), value.map(own)
}

collection! {
    [A T] [const N: usize] [A; N], [T; N], [Adapted<A, &T>; N], [Adapted<A, T>; N];
    value => value.each_ref().map(lend), value.map(own)
}

collection! {
    [A T, B U] [] (A, B), (T, U), (Adapted<A, &T>, Adapted<B, &U>), (Adapted<A, T>, Adapted<B, U>);
    value => (lend(&value.0), lend(&value.1)), (value.0.0, value.1.0)
}

#[cfg(feature = "alloc")]
collection! {
    [A T] [] Box<A>, Box<T>, Adapted<A, &T>, Box<Adapted<A, T>>;
    value => lend(&**value), Box::new((*value).0)
}

#[cfg(feature = "alloc")]
collection! {
    [A T] [] Vec<A>, Vec<T>, Vec<Adapted<A, &T>>, Vec<Adapted<A, T>>;
    value => value.iter().map(lend).collect(), value.into_iter().map(own).collect()
}

#[cfg(feature = "alloc")]
collection! {
    [A K: Ord, B V: Sized] [] BTreeMap<A, B>, BTreeMap<K, V>,
        BTreeMap<Adapted<A, &K>, Adapted<B, &V>>, BTreeMap<Adapted<A, K>, Adapted<B, V>>;
    value => value.iter().map(|(key, value)| (lend(key), lend(value))).collect(),
        value.into_iter().map(|(key, value)| (key.0, value.0)).collect()
}

const fn lend<A, T>(value: &T) -> Adapted<A, &T> {
    Adapted(value, PhantomData)
}

fn own<A, T>(adapted: Adapted<A, T>) -> T {
    adapted.0
}
