//! Types whose bytes are collected: most take few bytes, or begin with a length, so
//! that they are read two or three times however they come.

use crate::format::Format;
use crate::push::{Collected, PushDecode};
#[cfg(any(feature = "bytes", feature = "arrayvec"))]
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

whole!({K: Kind, L: LengthPrefix, const MAX: usize, S: Storage} Bounded<K, L, MAX, S>);
whole!({L: LengthPrefix, S: Storage} Utf16Text<L, S>);

#[cfg(feature = "alloc")]
whole!(alloc::ffi::CString);

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

#[cfg(any(feature = "bytes", feature = "arrayvec"))]
mod counted {
    use super::{Decodable, Format};
    use crate::push::{CollectedCounted, PushCounted};

    macro_rules! counted {
        ({$($params:tt)*} $type:ty) => {
            impl<$($params)*> PushCounted for $type {
                type Content<F: Format> = CollectedCounted<F, Self>;
            }
        };
    }

    #[cfg(feature = "bytes")]
    counted!({T: Decodable} crate::SeqShared<T>);
    #[cfg(feature = "arrayvec")]
    counted!({T: Decodable, const CAP: usize} arrayvec::ArrayVec<T, CAP>);
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
