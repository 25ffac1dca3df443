//! The error of a value that does not fit its type.
#![forbid(unsafe_code)]

use core::fmt;

/// A value is longer, or larger, than its wire type allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TooLong {
    /// The length or value that was refused.
    pub len: usize,
    /// The largest that fits.
    pub max: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is over the limit {}", self.len, self.max)
    }
}

impl core::error::Error for TooLong {}
