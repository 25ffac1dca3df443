//! What an assertion takes as its limit.
#![forbid(unsafe_code)]

use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// A number, which is exact, or a range.
///
/// An exact number also fails when an operation gets better, so that the test keeps saying what
/// holds; `..=3` is a limit.
pub trait Limit {
    /// Whether `found` is within it.
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
