//! Number of bytes that a type takes, as far as is known from the type alone.
#![forbid(unsafe_code)]

/// A method that says how many bytes a type takes in the format `F`, by this expression: every
/// type has one for each way of reading and one for writing. Without optimisation it is a call.
macro_rules! sizes {
    ($method:ident: $size:expr) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method<F: $crate::Format>() -> $crate::Size {
            $size
        }
    };
}

pub(crate) use sizes;

/// The smallest encoded size of a type in a format, in bytes, and whether
/// every value has exactly that size.
///
/// ```
/// use codec_core::{Bincode, Decodable, Size};
/// assert_eq!(<u32 as Decodable>::size::<Bincode>(), Size::fixed(4));
/// assert_eq!(<String as Decodable>::size::<Bincode>(), Size::at_least(8));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// No value is encoded in fewer bytes than this.
    pub min: usize,
    /// Every value is encoded in exactly `min` bytes.
    pub fixed: bool,
}

impl Size {
    /// No bytes at all: the size of `()`, and where adding up starts.
    pub const ZERO: Self = Self::fixed(0);
    /// The size of which nothing is known. It is also what is before the first field of a
    /// struct, so that the first field starts a run.
    pub const UNKNOWN: Self = Self::at_least(0);

    /// Every value takes exactly `len` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn fixed(len: usize) -> Self {
        Self { min: len, fixed: true }
    }

    /// Every value takes `min` bytes or more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn at_least(min: usize) -> Self {
        Self { min, fixed: false }
    }

    /// The size of one value after the other.
    ///
    /// ```
    /// use codec_core::Size;
    /// assert_eq!(Size::fixed(2).and(Size::at_least(1)), Size::at_least(3));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn and(self, next: Self) -> Self {
        Self { min: self.min.saturating_add(next.min), fixed: self.fixed && next.fixed }
    }

    /// The size of a value that is one or the other, as in an enum.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let min = if self.min < other.min { self.min } else { other.min };
        Self { min, fixed: self.fixed && other.fixed && self.min == other.min }
    }

    /// The size of `count` values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self { min: self.min.saturating_mul(count), fixed: self.fixed || count == 0 }
    }

    /// The run that starts here: this size, and what follows it as long as
    /// everything before is fixed. One bounds check covers a run.
    ///
    /// ```
    /// use codec_core::Size;
    /// let run = Size::fixed(4).run(Size::fixed(2).run(Size::at_least(1).run(Size::fixed(9))));
    /// assert_eq!(run.min, 7); // four bytes, two, and a length prefix
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn run(self, following: Self) -> Self {
        if self.fixed { self.and(following) } else { self }
    }
}
