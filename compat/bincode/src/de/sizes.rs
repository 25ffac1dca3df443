//! The length of a type's values, where all have the same.
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
use crate::config::Wire;

/// The number of bytes of each value of a type, if all have as many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// With integers of fixed width; the largest number if values differ.
    fixed: usize,
    /// With integers of variable length; the largest number if values differ.
    variable: usize,
}

impl Sizes {
    /// Values differ, or nothing is known of them.
    pub const UNKNOWN: Self = Self::always(usize::MAX);

    /// `size` bytes in any configuration.
    #[must_use]
    pub const fn always(size: usize) -> Self {
        Self { fixed: size, variable: size }
    }

    /// `size` bytes where integers have a fixed width.
    #[must_use]
    pub const fn integer(size: usize) -> Self {
        Self { fixed: size, variable: usize::MAX }
    }

    /// A value of this and one of `other`.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            fixed: self.fixed.saturating_add(other.fixed),
            variable: self.variable.saturating_add(other.variable),
        }
    }

    /// The size of `count` values of this size.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self {
            fixed: self.fixed.saturating_mul(count),
            variable: self.variable.saturating_mul(count),
        }
    }

    /// The length in a configuration; the largest number if values differ.
    #[cfg(feature = "std")]
    pub(crate) const fn of<C: Wire>(self) -> usize {
        if C::FIXED { self.fixed } else { self.variable }
    }
}
