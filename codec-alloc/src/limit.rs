//! The limits that assertions accept.
#![forbid(unsafe_code)]

use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// An exact number, or a range.
///
/// An exact number also fails when an operation improves, which keeps the test accurate; `..=3` is
/// an upper limit.
pub trait Limit {
    /// Returns whether `found` is within the limit.
    fn allows(&self, found: u64) -> bool;

    /// The limit in words, for a failure.
    fn describe(&self) -> String;
}

impl Limit for u64 {
    fn allows(&self, found: u64) -> bool {
        *self == found
    }

    fn describe(&self) -> String {
        self.to_string()
    }
}

macro_rules! ranges {
    ($($range:ty)*) => {$(
        impl Limit for $range {
            fn allows(&self, found: u64) -> bool {
                self.contains(&found)
            }

            fn describe(&self) -> String {
                format!("{self:?}")
            }
        }
    )*};
}

ranges!(Range<u64> RangeFrom<u64> RangeInclusive<u64> RangeTo<u64> RangeToInclusive<u64>);
