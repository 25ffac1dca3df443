//! The errors of bincode 2.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;
use core::str::Utf8Error;

/// Why a value could not be encoded.
#[derive(Debug)]
#[non_exhaustive]
pub enum EncodeError {
    /// The buffer is too small.
    UnexpectedEnd,
    /// A `RefCell` is borrowed mutably.
    RefCellAlreadyBorrowed {
        /// The error of the `RefCell`.
        inner: core::cell::BorrowError,
        /// The type of the cell.
        type_name: &'static str,
    },
    /// A message from a type or a writer.
    Other(&'static str),
    /// A message from a type or a writer.
    #[cfg(feature = "alloc")]
    OtherString(String),
    /// A path is not UTF-8.
    #[cfg(feature = "std")]
    InvalidPathCharacters,
    /// The sink failed.
    #[cfg(feature = "std")]
    Io {
        /// Its error.
        inner: std::io::Error,
        /// The number of bytes that had been written.
        index: usize,
    },
    /// A mutex or lock is poisoned.
    #[cfg(feature = "std")]
    LockFailed {
        /// Its type.
        type_name: &'static str,
    },
    /// A time is before the epoch.
    #[cfg(feature = "std")]
    InvalidSystemTime {
        /// The time by which it is too early.
        inner: std::time::SystemTimeError,
        /// The time.
        time: Box<std::time::SystemTime>,
    },
    /// A request of serde that has no encoding.
    #[cfg(feature = "serde")]
    Serde(crate::serde::EncodeError),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl core::error::Error for EncodeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::RefCellAlreadyBorrowed { inner, .. } => Some(inner),
            #[cfg(feature = "std")]
            Self::Io { inner, .. } => Some(inner),
            #[cfg(feature = "std")]
            Self::InvalidSystemTime { inner, .. } => Some(inner),
            _ => None,
        }
    }
}

/// Why bytes are not a value.
#[derive(Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// The input is truncated.
    UnexpectedEnd {
        /// The number of further bytes that the read needed; the value may need more.
        additional: usize,
    },
    /// More than the configuration allows.
    LimitExceeded,
    /// Values nest deeper than the configuration allows.
    DepthExceeded {
        /// The limit, in levels.
        limit: usize,
    },
    /// More zero-length elements than [`MAX_EMPTY_ELEMENTS`](crate::MAX_EMPTY_ELEMENTS), of which
    /// each 4 bytes of memory count as one.
    TooManyEmptyElements,
    /// There is not enough memory for the number of bytes in the input.
    OutOfMemory,
    /// A variable-length integer is wider than its type.
    InvalidIntegerType {
        /// The type.
        expected: IntegerType,
        /// The type in its marker.
        found: IntegerType,
    },
    /// A non-zero number is zero.
    NonZeroTypeIsZero {
        /// Its type.
        non_zero_type: IntegerType,
    },
    /// No variant has this tag.
    UnexpectedVariant {
        /// The type.
        type_name: &'static str,
        /// The valid tags.
        allowed: &'static AllowedEnumVariants,
        /// The tag.
        found: u32,
    },
    /// A string is not UTF-8.
    Utf8 {
        /// The position of the error.
        inner: Utf8Error,
    },
    /// These bytes are not a character.
    InvalidCharEncoding([u8; 4]),
    /// A boolean is neither 0 nor 1.
    InvalidBooleanValue(u8),
    /// An array has the wrong length.
    ArrayLengthMismatch {
        /// The length of the type.
        required: usize,
        /// The length of the input.
        found: usize,
    },
    /// A length or `usize` does not fit the address space.
    OutsideUsizeRange(u64),
    /// An enum without variants has no values.
    EmptyEnum {
        /// The type.
        type_name: &'static str,
    },
    /// The seconds of a duration overflow.
    InvalidDuration {
        /// Its seconds.
        secs: u64,
        /// Its nanoseconds.
        nanos: u32,
    },
    /// A time is out of range.
    InvalidSystemTime {
        /// The duration since the epoch.
        duration: core::time::Duration,
    },
    /// A `CString` holds a zero byte.
    #[cfg(feature = "std")]
    CStringNulError {
        /// The position of the byte.
        position: usize,
    },
    /// The source failed.
    #[cfg(feature = "std")]
    Io {
        /// Its error.
        inner: std::io::Error,
        /// The number of further bytes that the read needed; the value may need more.
        additional: usize,
    },
    /// A message from a type or a reader.
    Other(&'static str),
    /// A message from a type or a reader.
    #[cfg(feature = "alloc")]
    OtherString(String),
    /// A request of serde that the bytes can't answer.
    #[cfg(feature = "serde")]
    Serde(crate::serde::DecodeError),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl core::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Utf8 { inner } => Some(inner),
            #[cfg(feature = "std")]
            Self::Io { inner, .. } => Some(inner),
            _ => None,
        }
    }
}

/// The valid tags of an enum.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllowedEnumVariants {
    /// All from `min` to `max`.
    #[expect(missing_docs, reason = "said by the variant")]
    Range { min: u32, max: u32 },
    /// Only these.
    Allowed(&'static [u32]),
}

/// An integer type, as named in errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "said by their names")]
pub enum IntegerType {
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    /// Marker 255, which is reserved.
    Reserved,
}

impl IntegerType {
    const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::I128 | Self::Isize)
    }

    /// The type that a marker means, signed if `expected` is.
    #[cold]
    #[inline(never)]
    pub(crate) const fn of_marker(marker: u8, expected: Self) -> Self {
        match (marker, expected.is_signed()) {
            (251, false) => Self::U16,
            (251, true) => Self::I16,
            (252, false) => Self::U32,
            (252, true) => Self::I32,
            (253, false) => Self::U64,
            (253, true) => Self::I64,
            (254, false) => Self::U128,
            (254, true) => Self::I128,
            _ => Self::Reserved,
        }
    }
}
