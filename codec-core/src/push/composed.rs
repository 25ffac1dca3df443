//! Values that are made from a value of another type once that is complete.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::{Content, Feed, Fuel, Resume};
use crate::error::DecodeError;
use crate::format::Format;

/// A type that is made from another one, which is encoded in its place.
pub trait Compose<V>: Sized {
    /// Makes it from the value that is between `start` and the feed's offset.
    ///
    /// # Errors
    /// The errors that `decode` has besides the errors of the value.
    fn compose<F: Format>(value: V, start: usize, feed: &mut Feed<'_>)
    -> Result<Self, DecodeError>;
}

/// The state of a value that is made from another one, whose state is `S`.
pub struct Composed<F, S, T> {
    state: S,
    /// The offset where it begins, once that is known.
    start: Option<usize>,
    kind: PhantomData<fn() -> (F, T)>,
}

super::resume::state! {
    {F, S: Default, T} Composed<F, S, T> = Self { state: S::default(), start: None, kind: PhantomData }
}

impl<F: Format, S: Resume, T: Compose<S::Value>> Resume for Composed<F, S, T> {
    type Value = T;

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        let start = *self.start.get_or_insert(feed.begin());
        match self.state.resume(feed)? {
            Some(value) => T::compose::<F>(value, start, feed).map(Some),
            None => Ok(None),
        }
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        S::is_open(fuel)
    }
}

impl<F: Format, S: Content, T: Compose<S::Value>> Content for Composed<F, S, T> {
    type Value = T;

    fn begin(count: usize, start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        let state = S::begin(count, start, feed)?;
        Ok(Self { state, start: Some(start), kind: PhantomData })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        let start = *self.start.get_or_insert(feed.begin());
        match self.state.resume(feed)? {
            Some(value) => T::compose::<F>(value, start, feed).map(Some),
            None => Ok(None),
        }
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        S::is_open(fuel)
    }
}

/// A type that a function makes of the other one, with what it charges for that.
#[cfg(feature = "alloc")]
macro_rules! compose {
    ($({$($params:tt)*})? $type:ty: $of:ty, $make:expr $(, $charge:expr)?) => {
        impl$(<$($params)*>)? $crate::push::composed::Compose<$of> for $type {
            fn compose<__F: $crate::Format>(
                value: $of,
                _start: usize,
                feed: &mut $crate::push::Feed<'_>,
            ) -> Result<Self, $crate::DecodeError> {
                let _ = &feed;
                $(
                    let charge: fn(&$of) -> usize = $charge;
                    feed.charge(charge(&value))?;
                )?
                Ok($make(value))
            }
        }
    };
}

/// Types that are `From` another one, and those that have a count of their own besides.
#[cfg(feature = "alloc")]
macro_rules! made {
    ($({$param:ident})? $type:ty: $of:ty $(, $charge:expr)?) => {
        impl$(<$param: $crate::push::PushDecode>)? $crate::push::PushDecode for $type {
            type Decoder<__F: $crate::Format> = $crate::push::composed::Composed<
                __F,
                <$of as $crate::push::PushDecode>::Decoder<__F>,
                Self,
            >;
        }

        $crate::push::composed::compose!($({$param})? $type: $of, Self::from $(, $charge)?);
    };
    (counted $({$param:ident})? $type:ty: $of:ty $(, $charge:expr)?) => {
        $crate::push::composed::made!($({$param})? $type: $of $(, $charge)?);

        impl$(<$param: $crate::push::PushDecode>)? $crate::push::PushCounted for $type {
            type Content<__F: $crate::Format> = $crate::push::composed::Composed<
                __F,
                <$of as $crate::push::PushCounted>::Content<__F>,
                Self,
            >;
        }
    };
}

#[cfg(feature = "alloc")]
pub(crate) use {compose, made};
