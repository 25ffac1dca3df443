//! Types whose bytes are collected: most take few bytes, or begin with a length, so
//! that they are read two or three times however they come.

use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use crate::format::Format;
use crate::push::{Collected, PushDecode};
use crate::value::decode::Decodable;
use crate::wire::{Bounded, Kind, LengthPrefix, Storage, Utf16Text};

/// What may hold what ends with its input is `open`.
macro_rules! whole {
    ($({$($params:tt)*})? $type:ty) => {
        impl$(<$($params)*>)? PushDecode for $type {
            type Decoder<F: Format> = Collected<F, Self, false>;
        }
    };
    (open {$($params:tt)*} $type:ty) => {
        impl<$($params)*> PushDecode for $type {
            type Decoder<F: Format> = Collected<F, Self>;
        }
    };
}

whole!(open {T: Decodable} Bound<T>);
whole!(open {T: Decodable} Wrapping<T>);
whole!(open {T: Decodable} Saturating<T>);
whole!(open {T: Decodable} Reverse<T>);
whole!(open {T: Decodable} Range<T>);
whole!(open {T: Decodable} RangeInclusive<T>);
whole!(open {T: Decodable} RangeFrom<T>);
whole!(open {T: Decodable} RangeTo<T>);
whole!(open {T: Decodable} RangeToInclusive<T>);
whole!({K: Kind, L: LengthPrefix, const MAX: usize, S: Storage} Bounded<K, L, MAX, S>);
whole!({L: LengthPrefix, S: Storage} Utf16Text<L, S>);

#[cfg(feature = "alloc")]
mod heap {
    use alloc::borrow::{Cow, ToOwned};
    use alloc::collections::{BinaryHeap, LinkedList};
    use alloc::ffi::CString;

    use super::{Collected, Decodable, Format, PushDecode};

    whole!(open {T: Decodable + Ord} BinaryHeap<T>);
    whole!(open {T: Decodable} LinkedList<T>);
    whole!(CString);
    whole!(open {B: ToOwned<Owned: Decodable> + ?Sized} Cow<'_, B>);
}

#[cfg(feature = "std")]
whole!(std::path::PathBuf);
#[cfg(feature = "std")]
whole!(std::time::SystemTime);
#[cfg(feature = "bytes")]
whole!(crate::TextShared);
#[cfg(feature = "bytes")]
whole!(open {T: Decodable} crate::SeqShared<T>);
#[cfg(feature = "bytes")]
whole!(open {L: LengthPrefix, T: Decodable} crate::wire::Seq<L, crate::SeqShared<T>>);
#[cfg(feature = "arrayvec")]
whole!(open {T: Decodable, const CAP: usize} arrayvec::ArrayVec<T, CAP>);
#[cfg(feature = "arrayvec")]
whole!({const CAP: usize} arrayvec::ArrayString<CAP>);
#[cfg(feature = "smallvec")]
whole!(open {A: smallvec::Array<Item: Decodable>} smallvec::SmallVec<A>);

#[cfg(any(feature = "alloc", feature = "arrayvec"))]
mod counted {
    #[cfg(any(feature = "bytes", feature = "arrayvec", feature = "smallvec"))]
    use super::Decodable;
    use super::Format;
    use crate::push::{CollectedCounted, PushCounted};

    macro_rules! counted {
        ({$($params:tt)*} $type:ty) => {
            impl<$($params)*> PushCounted for $type {
                type Content<F: Format> = CollectedCounted<F, Self>;
            }
        };
    }

    #[cfg(feature = "alloc")]
    counted!({B: alloc::borrow::ToOwned<Owned: crate::value::counted::DecodeCounted> + ?Sized}
        alloc::borrow::Cow<'_, B>);
    #[cfg(feature = "bytes")]
    counted!({T: Decodable} crate::SeqShared<T>);
    #[cfg(feature = "arrayvec")]
    counted!({T: Decodable, const CAP: usize} arrayvec::ArrayVec<T, CAP>);
    #[cfg(feature = "smallvec")]
    counted!({A: smallvec::Array<Item: Decodable>} smallvec::SmallVec<A>);
}

#[cfg(feature = "chrono")]
mod chrono_types {
    use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

    use super::{Collected, Format, PushDecode};

    whole!(NaiveDate);
    whole!(NaiveTime);
    whole!(NaiveDateTime);
    whole!(DateTime<Utc>);
    whole!(DateTime<FixedOffset>);
    whole!(TimeDelta);
}

#[cfg(feature = "time")]
mod time_types {
    use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};

    use super::{Collected, Format, PushDecode};

    whole!(Date);
    whole!(Time);
    whole!(UtcOffset);
    whole!(Duration);
    whole!(PrimitiveDateTime);
    whole!(UtcDateTime);
    whole!(OffsetDateTime);
}
