//! Types of `core`.

use core::cmp::Reverse;
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{NonZero, Saturating, Wrapping};
use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use core::time::Duration;

use super::{collected, leaf};
use crate::error::DecodeError;
use crate::format::{Format, Unsupported};
use crate::push::array::Row;
use crate::push::bound::Edge;
use crate::push::composed::{Compose, Composed};
use crate::push::result::Either;
use crate::push::value::Maybe;
use crate::push::{Feed, PushCounted, PushDecode};

leaf!((), RangeFull, bool, char, f32, f64, Duration);
leaf!({T: ?Sized} PhantomData<T>);
leaf!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
leaf!(NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>, NonZero<usize>);
leaf!(NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>, NonZero<isize>);
leaf!(Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6);
// A tag that no version has is refused before the address.
collected!(IpAddr, SocketAddr);

/// Atomics, where the machine has those of their width.
macro_rules! atomics {
    ($($width:literal: $($atomic:ident),*;)*) => {$(
        #[cfg(target_has_atomic = $width)]
        leaf!($(core::sync::atomic::$atomic),*);
    )*};
}

atomics! {
    "8": AtomicBool, AtomicU8, AtomicI8;
    "16": AtomicU16, AtomicI16;
    "32": AtomicU32, AtomicI32;
    "64": AtomicU64, AtomicI64;
    "ptr": AtomicUsize, AtomicIsize;
}

impl<T: PushDecode, const N: usize> PushDecode for [T; N] {
    type Decoder<F: Format> = Row<F, T, N>;
}

impl<T: PushDecode> PushDecode for Option<T> {
    type Decoder<F: Format> = Maybe<F, T>;
}

impl<T: PushDecode> PushCounted for Option<T> {
    type Content<F: Format> = Maybe<F, T>;
}

impl<T: PushDecode, E: PushDecode> PushDecode for Result<T, E> {
    type Decoder<F: Format> = Either<F, T, E>;
}

impl<T: PushDecode> PushDecode for Bound<T> {
    type Decoder<F: Format> = Edge<F, T>;
}

/// Types that are encoded as an array of values.
macro_rules! wrapper {
    ($($name:ident[$count:literal] $($lacks:ident)?: $make:expr;)*) => {$(
        impl<T: PushDecode> PushDecode for $name<T> {
            type Decoder<F: Format> =
                Composed<F, <[T; $count] as PushDecode>::Decoder<F>, Self>;
        }

        impl<T> Compose<[T; $count]> for $name<T> {
            fn compose<F: Format>(
                values: [T; $count],
                _start: usize,
                _feed: &mut Feed<'_>,
            ) -> Result<Self, DecodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)?
                let make: fn([T; $count]) -> Self = $make;
                Ok(make(values))
            }
        }
    )*};
}

wrapper! {
    Wrapping[1]: |[value]| Wrapping(value);
    Saturating[1]: |[value]| Saturating(value);
    Reverse[1]: |[value]| Reverse(value);
    Range[2] range: |[start, end]| start..end;
    RangeInclusive[2] range: |[start, end]| start..=end;
    RangeFrom[1] range: |[start]| start..;
    RangeTo[1] range: |[end]| ..end;
    RangeToInclusive[1] range: |[end]| ..=end;
}
