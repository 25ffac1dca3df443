//! Wrappers around values, and what is made of a vector.

use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use crate::error::DecodeError;
use crate::format::{Format, Unsupported};
use crate::push::composed::{Compose, Composed};
use crate::push::value::Edge;
use crate::push::{Feed, PushDecode};

/// What the wrapper is made of; `$lacks` is what a format may lack.
macro_rules! wrapper {
    ($($name:ident of $of:ty $(, $lacks:ident)?: $make:expr;)*) => {$(
        impl<T: PushDecode> PushDecode for $name<T> {
            type Decoder<F: Format> = Composed<F, <$of as PushDecode>::Decoder<F>, Self>;
        }

        impl<T> Compose<$of> for $name<T> {
            fn compose<F: Format>(
                value: $of,
                _start: usize,
                _feed: &mut Feed<'_>,
            ) -> Result<Self, DecodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)?
                let make: fn($of) -> Self = $make;
                Ok(make(value))
            }
        }
    )*};
}

wrapper! {
    Wrapping of T: Wrapping;
    Saturating of T: Saturating;
    Reverse of T: Reverse;
    Range of [T; 2], range: |[start, end]| start..end;
    RangeInclusive of [T; 2], range: |[start, end]| start..=end;
    RangeFrom of T, range: |start| start..;
    RangeTo of T, range: |end| ..end;
    RangeToInclusive of T, range: |end| ..=end;
}

impl<T: PushDecode> PushDecode for Bound<T> {
    type Decoder<F: Format> = Edge<F, T>;
}

#[cfg(feature = "alloc")]
mod heap {
    use alloc::borrow::{Cow, ToOwned};
    use alloc::collections::{BinaryHeap, LinkedList};
    use alloc::vec::Vec;

    use super::{Compose, Composed, DecodeError, Feed, Format, PushDecode};
    use crate::push::PushCounted;

    impl<T: PushDecode> PushDecode for LinkedList<T> {
        type Decoder<F: Format> = Composed<F, <Vec<T> as PushDecode>::Decoder<F>, Self>;
    }

    impl<T> Compose<Vec<T>> for LinkedList<T> {
        fn compose<F: Format>(
            items: Vec<T>,
            _start: usize,
            feed: &mut Feed<'_>,
        ) -> Result<Self, DecodeError> {
            // Each element stands between two pointers.
            feed.charge(items.len().saturating_mul(size_of::<(usize, usize)>()))?;
            Ok(items.into_iter().collect())
        }
    }

    impl<T: PushDecode + Ord> PushDecode for BinaryHeap<T> {
        type Decoder<F: Format> = Composed<F, <Vec<T> as PushDecode>::Decoder<F>, Self>;
    }

    impl<T: Ord> Compose<Vec<T>> for BinaryHeap<T> {
        fn compose<F: Format>(
            items: Vec<T>,
            start: usize,
            _feed: &mut Feed<'_>,
        ) -> Result<Self, DecodeError> {
            crate::impls::heap::<F, T>(items, start)
        }
    }

    impl<B: ToOwned<Owned: PushDecode> + ?Sized> PushDecode for Cow<'_, B> {
        type Decoder<F: Format> = Composed<F, <B::Owned as PushDecode>::Decoder<F>, Self>;
    }

    impl<B: ToOwned<Owned: PushCounted> + ?Sized> PushCounted for Cow<'_, B> {
        type Content<F: Format> = Composed<F, <B::Owned as PushCounted>::Content<F>, Self>;
    }

    impl<B: ToOwned + ?Sized> Compose<B::Owned> for Cow<'_, B> {
        fn compose<F: Format>(
            value: B::Owned,
            _start: usize,
            _feed: &mut Feed<'_>,
        ) -> Result<Self, DecodeError> {
            Ok(Cow::Owned(value))
        }
    }

    #[cfg(feature = "smallvec")]
    mod small {
        use smallvec::{Array, SmallVec};

        use super::{Compose, Composed, DecodeError, Feed, Format, PushCounted, PushDecode, Vec};

        impl<A: Array<Item: PushDecode>> PushDecode for SmallVec<A> {
            type Decoder<F: Format> = Composed<F, <Vec<A::Item> as PushDecode>::Decoder<F>, Self>;
        }

        impl<A: Array<Item: PushDecode>> PushCounted for SmallVec<A> {
            type Content<F: Format> = Composed<F, <Vec<A::Item> as PushCounted>::Content<F>, Self>;
        }

        impl<A: Array> Compose<Vec<A::Item>> for SmallVec<A> {
            fn compose<F: Format>(
                items: Vec<A::Item>,
                _start: usize,
                _feed: &mut Feed<'_>,
            ) -> Result<Self, DecodeError> {
                // Few of them are moved into it.
                Ok(Self::from_vec(items))
            }
        }
    }
}
