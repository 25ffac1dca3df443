//! Numbers and other types of few bytes.

use core::marker::PhantomData;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::NonZero;
use core::ops::RangeFull;
use core::time::Duration;

use crate::format::Format;
use crate::push::value::{Either, Maybe};
use crate::push::{Leaf, PushCounted, PushDecode};
use crate::wire::{Mac, PubKey, Signature, Target, U24, U256};

macro_rules! leaf {
    ($($type:ty),* $(,)?) => {$(
        impl PushDecode for $type {
            type Decoder<F: Format> = Leaf<F, Self>;
        }
    )*};
}

leaf!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
leaf!(f32, f64, bool, char, (), Duration, RangeFull);
leaf!(NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>, NonZero<usize>);
leaf!(NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>, NonZero<isize>);
leaf!(IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6);
leaf!(U24, U256, PubKey, Signature, Mac, Target);
#[cfg(feature = "uuid")]
leaf!(uuid::Uuid);

macro_rules! atomic {
    ($($width:literal: $($atomic:ident),*;)*) => {$($(
        #[cfg(target_has_atomic = $width)]
        leaf!(core::sync::atomic::$atomic);
    )*)*};
}

atomic! {
    "8": AtomicBool, AtomicU8, AtomicI8;
    "16": AtomicU16, AtomicI16;
    "32": AtomicU32, AtomicI32;
    "64": AtomicU64, AtomicI64;
    "ptr": AtomicUsize, AtomicIsize;
}

impl<T: ?Sized> PushDecode for PhantomData<T> {
    type Decoder<F: Format> = Leaf<F, Self>;
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
