//! Errors: small `Copy` values with a kind and an offset.
#![forbid(unsafe_code)]

use core::fmt;
use core::num::NonZeroU64;

/// An enum of kinds, each with its description, the way back from its number, and the error that
/// has a kind and an offset.
macro_rules! kinds {
    (
        $(#[$about:meta])*
        pub enum $kinds:ident {
            $($(#[$doc:meta])* $kind:ident = $description:literal,)*
        }

        $(#[$of:meta])*
        pub struct $error:ident = $shown:literal;

        $(#[$place:meta])*
        offset
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum $kinds {
            $($(#[$doc])* $kind,)*
        }

        impl $kinds {
            const ALL: &[Self] = &[$(Self::$kind),*];

            /// A short description in lower case, without a full stop.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Self::$kind => $description,)*
                }
            }
        }

        impl fmt::Display for $kinds {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.description())
            }
        }

        $(#[$of])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $error(Packed);

        const _: () = assert!(size_of::<$error>() <= 8 && size_of::<Result<(), $error>>() <= 8);

        impl $error {
            /// An error of this kind at this offset.
            // A call: it marks the path as cold for the optimiser, and keeps this code out of
            // functions that could be inlined.
            #[cold]
            #[inline(never)]
            pub const fn new(kind: $kinds, offset: usize) -> Self {
                Self(Packed::new(kind as u8, saturated(offset)))
            }

            /// Returns what was wrong.
            #[inline]
            pub const fn kind(self) -> $kinds {
                $kinds::ALL[self.0.kind()]
            }

            $(#[$place])*
            #[inline]
            pub const fn offset(self) -> usize {
                self.0.offset() as usize
            }
        }

        impl fmt::Debug for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut fields = f.debug_struct(stringify!($error));
                fields.field("offset", &self.offset()).field("kind", &self.kind()).finish()
            }
        }

        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $shown, self.kind(), self.offset())
            }
        }

        impl core::error::Error for $error {}
    };
}

kinds! {
    /// The reason for which an input could not be decoded.
    pub enum DecodeErrorKind {
        /// The input ends before the value does.
        UnexpectedEnd = "unexpected end of input",
        /// The value ends before the input does.
        TrailingBytes = "trailing bytes after the value",
        /// A boolean is neither 0 nor 1.
        InvalidBool = "boolean is neither 0 nor 1",
        /// The tag of an option is neither 0 nor 1.
        InvalidOptionTag = "option tag is neither 0 nor 1",
        /// No variant has this tag.
        InvalidTag = "unknown variant tag",
        /// A string is not UTF-8.
        InvalidUtf8 = "string is not UTF-8",
        /// A character is not a Unicode scalar value.
        InvalidChar = "not a Unicode scalar value",
        /// A length or count is over the limit of its type.
        LengthOverLimit = "length is over the limit",
        /// A length does not fit the address space.
        LengthOverflow = "length does not fit the address space",
        /// An integer does not fit its type.
        IntegerOutOfRange = "integer is out of range",
        /// A sequence of zero-length elements claims too many of them.
        TooManyEmptyElements = "too many zero-length elements",
        /// Values are nested deeper than the reader allows.
        DepthExceeded = "nested too deep",
        /// A value breaks a rule of its type.
        InvalidValue = "value breaks a rule of its type",
        /// No message of the protocol has this id.
        UnknownMessage = "unknown message id",
        /// A frame's checksum does not match its payload.
        InvalidChecksum = "checksum does not match",
        /// Constant bytes are missing or differ.
        InvalidMagic = "constant bytes do not match",
        /// A variable-length integer is longer or wider than its type.
        VarintOverflow = "variable-length integer is too wide for its type",
        /// A value is not in its shortest form, in a format that demands it.
        NonCanonical = "not the canonical encoding",
        /// The format has no encoding for the type.
        Unsupported = "the format has no encoding for the type",
        /// A length or count is under the minimum of its field.
        LengthUnderLimit = "length is under the minimum",
        /// A check of the type's author refused the value.
        CheckFailed = "check failed",
        /// The value needs more memory than its [`Limits`](crate::Limits) allow.
        MemoryExceeded = "memory limit exceeded",
        /// The allocator refused memory that the value needs.
        OutOfMemory = "out of memory",
        /// A versioned value says version 0.
        InvalidVersion = "there is no version 0",
        /// A versioned value says that only newer versions of its type read it.
        UnreadableVersion = "written for newer versions of the type",
        /// The flags in a frame's header are not those of its message, in a format that
        /// demands it.
        InvalidFlags = "flags of the header contradict the message",
        /// A table of offsets is not that of the elements after it.
        InvalidIndex = "offset is not the end of its element",
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
    pub struct DecodeError = "{} at byte {}";

    /// Byte offset from the start of the input: of the length, tag or value
    /// that was refused; for [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd)
    /// the end of the input, where more was needed. Offsets beyond `u32::MAX` are
    /// kept as `u32::MAX`.
    offset
}

impl DecodeError {
    /// Returns this error seen from an input that starts `base` bytes earlier.
    #[must_use]
    pub const fn shifted(self, base: usize) -> Self {
        Self::new(self.kind(), base.saturating_add(self.offset()))
    }
}

kinds! {
    /// Why a value could not be encoded.
    pub enum EncodeErrorKind {
        /// The target has no room for the value, or `encoded_len` was too small.
        BufferTooSmall = "no room for the value",
        /// A length or count is over the limit of its type.
        LengthOverLimit = "length is over the limit",
        /// An integer does not fit its encoding.
        IntegerOutOfRange = "integer is out of range",
        /// A value breaks a rule of its type.
        InvalidValue = "value breaks a rule of its type",
        /// An `encode` replaced the writer that it was given with another one.
        ForeignWriter = "writer was replaced while encoding",
        /// A length or count is under the minimum of its field.
        LengthUnderLimit = "length is under the minimum",
        /// A field contradicts the fields before it.
        InconsistentFields = "a field contradicts the fields before it",
        /// The format has no encoding for the type.
        Unsupported = "the format has no encoding for the type",
        /// The allocator refused memory that the encoded value needs.
        OutOfMemory = "out of memory",
    }

    /// Why and where encoding stopped: eight bytes, `Copy`, nothing to drop.
    ///
    /// ```
    /// use codec_core::{Bincode, EncodeErrorKind, Format};
    /// let error = Bincode::encode_into(&7u32, &mut [0u8; 3][..]).unwrap_err();
    /// assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
    /// ```
    pub struct EncodeError = "{} after {} bytes";

    /// Number of bytes that had been written.
    offset
}

/// A kind's number and an offset, in one register.
///
/// Two fields would be two pieces of different lengths, and wherever a `Result` of
/// something larger passes through memory, the optimiser splits the value into the same pieces. A
/// load of bytes written by two stores stalls until both have left the store buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Packed(NonZeroU64);

impl Packed {
    /// Is set always, so that the optimiser sees that it isn't 0.
    const SET: u64 = 1 << 8;

    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn new(kind: u8, offset: u32) -> Self {
        match NonZeroU64::new(((offset as u64) << 32) | Self::SET | kind as u64) {
            Some(packed) => Self(packed),
            None => Self(NonZeroU64::MIN),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn kind(self) -> usize {
        (self.0.get() & 0xff) as usize
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn offset(self) -> u32 {
        (self.0.get() >> 32) as u32
    }
}

/// An offset as errors keep it.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn saturated(offset: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "only what fits is cast")]
    if offset > u32::MAX as usize { u32::MAX } else { offset as u32 }
}
