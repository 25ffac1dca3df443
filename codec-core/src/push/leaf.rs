//! States without content: the bytes of a value that was cut are in the feed.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::{Feed, Fuel, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::value::decode::Decodable;

/// The state of a number, or of another value of few bytes.
pub struct Leaf<F, T>(PhantomData<fn() -> (F, T)>);

super::resume::state!({F, T} Leaf<F, T> = Self(PhantomData));

impl<F: Format, T: Decodable> Resume for Leaf<F, T> {
    type Value = T;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        feed.leaf::<F, T>(T::size::<F>().min, T::decode)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_open(_fuel: &mut Fuel) -> bool {
        false
    }
}

/// The state of a value that can't be resumed, whose bytes are [collected](Feed::collect). `OPEN`
/// says whether it may continue for as long as there is input.
pub struct Collected<F, T, const OPEN: bool = true>(PhantomData<fn() -> (F, T)>);

super::resume::state!({F, T, const OPEN: bool} Collected<F, T, OPEN> = Self(PhantomData));

impl<F: Format, T: Decodable, const OPEN: bool> Resume for Collected<F, T, OPEN> {
    type Value = T;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        feed.collect::<F, T>(T::decode)
    }

    #[inline]
    fn is_open(_fuel: &mut Fuel) -> bool {
        OPEN && !T::size::<F>().fixed
    }
}

/// Numbers, and other types of few bytes.
macro_rules! leaf {
    ({$($params:tt)*} $type:ty) => {
        impl<$($params)*> $crate::push::PushDecode for $type {
            type Decoder<__F: $crate::Format> = $crate::push::Leaf<__F, Self>;
        }
    };
    ($($type:ty),+ $(,)?) => {
        $($crate::push::leaf::leaf!({} $type);)+
    };
}

/// Types whose bytes are collected: most take few bytes, or begin with a length, so that they are
/// read two or three times however they arrive. Types that may hold a value that ends with its
/// input are `open`.
#[allow(unused_macro_rules, reason = "`open` is for types of some features")]
macro_rules! collected {
    ({$($params:tt)*} $type:ty) => {
        impl<$($params)*> $crate::push::PushDecode for $type {
            type Decoder<__F: $crate::Format> = $crate::push::Collected<__F, Self, false>;
        }
    };
    (open {$($params:tt)*} $type:ty) => {
        impl<$($params)*> $crate::push::PushDecode for $type {
            type Decoder<__F: $crate::Format> = $crate::push::Collected<__F, Self>;
        }
    };
    ($($type:ty),+ $(,)?) => {
        $($crate::push::leaf::collected!({} $type);)+
    };
}

pub(crate) use {collected, leaf};
