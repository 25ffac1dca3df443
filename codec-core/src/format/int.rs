//! The integers that formats lay out: everything wider than one byte.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::record::Value;

mod sealed {
    pub trait Sealed {}
}

/// An integer of 16 bits or more, signed or not. Sealed: the primitive
/// integers but `u8`, `i8`, `usize` and `isize`.
pub trait Int: Copy + sealed::Sealed {
    /// Width in bytes.
    const SIZE: usize;

    /// Reads it little-endian at full width.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](crate::DecodeErrorKind::UnexpectedEnd).
    fn read_le(cursor: &mut Cursor<'_>) -> Result<Self, DecodeError>;

    /// Writes it little-endian at full width.
    ///
    /// # Errors
    /// [`BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall).
    fn write_le(self, out: &mut Output<'_>) -> Result<(), EncodeError>;

    /// The unsigned integer that variable-length formats write: the value
    /// itself, and of a signed type the zigzag form at its own width (0, -1, 1,
    /// -2 become 0, 1, 2, 3), so that a small magnitude is a small number.
    ///
    /// ```
    /// use codec_core::Int;
    /// assert_eq!((7u16.zigzag(), (-1i16).zigzag(), i16::MIN.zigzag()), (7, 1, 0xffff));
    /// ```
    fn zigzag(self) -> u128;

    /// The value of a [`zigzag`](Self::zigzag) form. Bits beyond the type's
    /// width are dropped: a format refuses them first.
    ///
    /// ```
    /// use codec_core::Int;
    /// assert_eq!((u16::from_zigzag(7), i16::from_zigzag(1)), (7, -1));
    /// ```
    fn from_zigzag(zigzag: u128) -> Self;

    /// The value with its bytes in the opposite order.
    #[must_use]
    fn swap_bytes(self) -> Self;

    /// The value as a trace shows it.
    fn value(self) -> Value;
}

/// Drops the upper bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn low_bytes<const N: usize>(value: u128) -> [u8; N] {
    *value.to_le_bytes().first_chunk().unwrap_or(&[0; N])
}

macro_rules! int {
    ($variant:ident: $($int:ty),*) => {$(
        impl sealed::Sealed for $int {}
        impl Int for $int {
            const SIZE: usize = size_of::<$int>();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_le(cursor: &mut Cursor<'_>) -> Result<Self, DecodeError> {
                cursor.array().map(|bytes| Self::from_le_bytes(*bytes))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_le(self, out: &mut Output<'_>) -> Result<(), EncodeError> {
                out.array(&self.to_le_bytes())
            }
            int!(@zigzag $variant $int);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn swap_bytes(self) -> Self {
                <$int>::swap_bytes(self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn value(self) -> Value {
                Value::$variant(self.into())
            }
        }
    )*};
    (@zigzag Unsigned $int:ty) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn zigzag(self) -> u128 {
            self.into()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn from_zigzag(zigzag: u128) -> Self {
            Self::from_le_bytes(low_bytes(zigzag))
        }
    };
    (@zigzag Signed $int:ty) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn zigzag(self) -> u128 {
            ((self << 1) ^ (self >> (Self::BITS - 1))).cast_unsigned().into()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn from_zigzag(zigzag: u128) -> Self {
            let half = Self::from_le_bytes(low_bytes(zigzag >> 1));
            let invert = Self::from_le_bytes(low_bytes(zigzag & 1));
            half ^ invert.wrapping_neg()
        }
    };
}

int!(Unsigned: u16, u32, u64, u128);
int!(Signed: i16, i32, i64, i128);
