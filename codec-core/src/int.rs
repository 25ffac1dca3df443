//! The integers that formats lay out: everything wider than one byte.
#![forbid(unsafe_code)]

use crate::cursor::Cursor;
use crate::error::{DecodeError, EncodeError};
use crate::output::Output;
use crate::trace::Value;

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

    /// The value as a trace shows it.
    fn value(self) -> Value;
}

macro_rules! int {
    ($($int:ty => $variant:ident),*) => {$(
        impl sealed::Sealed for $int {}
        impl Int for $int {
            const SIZE: usize = size_of::<$int>();
            #[inline(always)]
            fn read_le(cursor: &mut Cursor<'_>) -> Result<Self, DecodeError> {
                cursor.array().map(|bytes| Self::from_le_bytes(*bytes))
            }
            #[inline(always)]
            fn write_le(self, out: &mut Output<'_>) -> Result<(), EncodeError> {
                out.array(&self.to_le_bytes())
            }
            #[inline(always)]
            fn value(self) -> Value {
                Value::$variant(self.into())
            }
        }
    )*};
}

int!(u16 => Unsigned, u32 => Unsigned, u64 => Unsigned, u128 => Unsigned);
int!(i16 => Signed, i32 => Signed, i64 => Signed, i128 => Signed);
