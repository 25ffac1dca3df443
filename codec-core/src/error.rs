//! Errors: small values that say what and where, and own nothing.
#![forbid(unsafe_code)]

use core::fmt;

/// What was wrong with the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum DecodeErrorKind {
    /// The input ends before the value does.
    UnexpectedEnd,
    /// The value ends before the input does.
    TrailingBytes,
    /// A boolean is neither 0 nor 1.
    InvalidBool,
    /// The tag of an option is neither 0 nor 1.
    InvalidOptionTag,
    /// No variant has this tag.
    InvalidTag,
    /// A string is not UTF-8.
    InvalidUtf8,
    /// A character is not a Unicode scalar value.
    InvalidChar,
    /// A length or count is over the limit of its type.
    LengthOverLimit,
    /// A length does not fit the address space.
    LengthOverflow,
    /// An integer does not fit its type.
    IntegerOutOfRange,
    /// A sequence of elements without bytes claims too many of them.
    TooManyEmptyElements,
    /// Values are nested deeper than the reader allows.
    DepthExceeded,
    /// A value breaks a rule of its type.
    InvalidValue,
    /// No message of the protocol has this id.
    UnknownMessage,
    /// A frame's checksum does not match its payload.
    InvalidChecksum,
    /// Constant bytes that must be there are not.
    InvalidMagic,
    /// A variable-length integer is longer or wider than its type.
    VarintOverflow,
    /// A value is not in its shortest form, in a format that demands it.
    NonCanonical,
    /// The format has no encoding for the type.
    Unsupported,
    /// A length or count is under the minimum of its field.
    LengthUnderLimit,
    /// A check of the type's author refused the value.
    CheckFailed,
    /// A versioned value says version 0.
    InvalidVersion,
}

impl DecodeErrorKind {
    /// A short description in lower case, without a full stop.
    pub const fn description(self) -> &'static str {
        match self {
            Self::UnexpectedEnd => "unexpected end of input",
            Self::TrailingBytes => "trailing bytes after the value",
            Self::InvalidBool => "boolean is neither 0 nor 1",
            Self::InvalidOptionTag => "option tag is neither 0 nor 1",
            Self::InvalidTag => "unknown variant tag",
            Self::InvalidUtf8 => "string is not UTF-8",
            Self::InvalidChar => "not a Unicode scalar value",
            Self::LengthOverLimit => "length is over the limit",
            Self::LengthOverflow => "length does not fit the address space",
            Self::IntegerOutOfRange => "integer is out of range",
            Self::TooManyEmptyElements => "too many elements without bytes",
            Self::DepthExceeded => "nested too deep",
            Self::InvalidValue => "value breaks a rule of its type",
            Self::UnknownMessage => "unknown message id",
            Self::InvalidChecksum => "checksum does not match",
            Self::InvalidMagic => "constant bytes do not match",
            Self::VarintOverflow => "variable-length integer is too wide for its type",
            Self::NonCanonical => "not the shortest form",
            Self::Unsupported => "the format has no encoding for the type",
            Self::LengthUnderLimit => "length is under the minimum",
            Self::CheckFailed => "check failed",
            Self::InvalidVersion => "there is no version 0",
        }
    }
}

impl fmt::Display for DecodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

/// Why and where decoding stopped: eight bytes, `Copy`, nothing to drop.
///
/// The field's name and what was expected come from
/// [`Format::explain`](crate::Format::explain), which decodes once more.
///
/// ```
/// use codec_core::{Bincode, DecodeErrorKind, Format};
/// let error = Bincode::from_slice::<(u8, bool)>(&[7, 2]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 1));
/// assert_eq!(error.to_string(), "boolean is neither 0 nor 1 at byte 1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DecodeError {
    offset: u32,
    kind: DecodeErrorKind,
}

const _: () = assert!(size_of::<DecodeError>() <= 8 && size_of::<Result<(), DecodeError>>() <= 8);

impl DecodeError {
    /// An error of this kind at a byte offset; offsets beyond `u32::MAX` are
    /// kept as `u32::MAX`.
    #[inline]
    pub const fn new(kind: DecodeErrorKind, offset: usize) -> Self {
        Self { offset: saturated(offset), kind }
    }

    /// As [`new`](Self::new), on a path that is hardly ever taken.
    #[inline(always)]
    pub(crate) const fn cold(kind: DecodeErrorKind, offset: usize) -> Self {
        Self { offset: cold_offset(offset), kind }
    }

    /// What was wrong.
    #[inline]
    pub const fn kind(self) -> DecodeErrorKind {
        self.kind
    }

    /// Byte offset from the start of the input: of the length, tag or value
    /// that was refused; for [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd)
    /// the end of the input, where more was needed.
    #[inline]
    pub const fn offset(self) -> usize {
        self.offset as usize
    }

    /// The same error, seen from an input that starts `base` bytes earlier.
    #[must_use]
    pub const fn shifted(self, base: usize) -> Self {
        Self::new(self.kind, base.saturating_add(self.offset as usize))
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl core::error::Error for DecodeError {}

/// Why a value could not be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum EncodeErrorKind {
    /// The target has no room for the value, or `encoded_len` was too small.
    BufferTooSmall,
    /// A length or count is over the limit of its type.
    LengthOverLimit,
    /// An integer does not fit its encoding.
    IntegerOutOfRange,
    /// A value breaks a rule of its type.
    InvalidValue,
    /// An `encode` put another writer in the place of the one it was lent.
    ForeignWriter,
    /// A length or count is under the minimum of its field.
    LengthUnderLimit,
    /// A field is not what the fields before it say of it.
    InconsistentFields,
    /// The format has no encoding for the type.
    Unsupported,
}

impl EncodeErrorKind {
    /// A short description in lower case, without a full stop.
    pub const fn description(self) -> &'static str {
        match self {
            Self::BufferTooSmall => "no room for the value",
            Self::LengthOverLimit => "length is over the limit",
            Self::IntegerOutOfRange => "integer is out of range",
            Self::InvalidValue => "value breaks a rule of its type",
            Self::ForeignWriter => "writer was replaced while encoding",
            Self::LengthUnderLimit => "length is under the minimum",
            Self::InconsistentFields => "a field contradicts the fields before it",
            Self::Unsupported => "the format has no encoding for the type",
        }
    }
}

impl fmt::Display for EncodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

/// Why and where encoding stopped: eight bytes, `Copy`, nothing to drop.
///
/// ```
/// use codec_core::{Bincode, EncodeErrorKind, Format};
/// let error = Bincode::encode_into(&7u32, &mut [0u8; 3][..]).unwrap_err();
/// assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EncodeError {
    offset: u32,
    kind: EncodeErrorKind,
}

const _: () = assert!(size_of::<EncodeError>() <= 8 && size_of::<Result<(), EncodeError>>() <= 8);

impl EncodeError {
    /// An error of this kind after `offset` bytes were written.
    #[inline]
    pub const fn new(kind: EncodeErrorKind, offset: usize) -> Self {
        Self { offset: saturated(offset), kind }
    }

    /// As [`new`](Self::new), on a path that is hardly ever taken.
    #[inline(always)]
    pub(crate) const fn cold(kind: EncodeErrorKind, offset: usize) -> Self {
        Self { offset: cold_offset(offset), kind }
    }

    /// What was wrong.
    #[inline]
    pub const fn kind(self) -> EncodeErrorKind {
        self.kind
    }

    /// How many bytes had been written.
    #[inline]
    pub const fn offset(self) -> usize {
        self.offset as usize
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} bytes", self.kind, self.offset)
    }
}

impl core::error::Error for EncodeError {}

/// An offset as errors keep it.
#[inline(always)]
const fn saturated(offset: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "only what fits is cast")]
    if offset > u32::MAX as usize { u32::MAX } else { offset as u32 }
}

/// The same in a call that tells the optimiser which way is the rare one. The
/// kind doesn't go through it: a kind that comes out of a call could be any
/// byte, also the one by which a `Result` tells that it is no error, and then
/// whoever takes the result apart asks once more.
#[cold]
#[inline(never)]
const fn cold_offset(offset: usize) -> u32 {
    saturated(offset)
}
