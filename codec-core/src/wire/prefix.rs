//! Length prefixes of a fixed width, little-endian in every format.
#![forbid(unsafe_code)]

use super::{MAX_U24, U24};
use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::io::output::Output;
use crate::read::reader::Reader;
use crate::record::Value;

/// The type of a length prefix: `u8`, `u16`, [`U24`] or `u32`.
pub trait LengthPrefix: 'static {
    /// Width in bytes.
    const SIZE: usize;
    /// The largest length it can express.
    const MAX: usize;

    /// Reads a length, which is untrusted.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](crate::DecodeErrorKind::UnexpectedEnd).
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<usize, DecodeError>;

    /// Writes a length.
    ///
    /// # Errors
    /// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit) above [`MAX`](Self::MAX).
    fn write(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError>;
}

macro_rules! prefix {
    ($($int:ty: $max:expr, $size:literal => $to_len:expr;)*) => {$(
        impl LengthPrefix for $int {
            const SIZE: usize = $size;
            const MAX: usize = $max;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<usize, DecodeError> {
                let start = r.offset();
                r.fetch($size);
                let bytes: [u8; $size] = *r.cursor_mut().array()?;
                let to_len: fn([u8; $size]) -> usize = $to_len;
                let len = to_len(bytes);
                r.note_value(start, || Value::Length(len));
                Ok(len)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
                if len > $max {
                    return Err(out.error(EncodeErrorKind::LengthOverLimit));
                }
                let bytes = (len as u64).to_le_bytes();
                out.array(bytes.first_chunk::<$size>().unwrap_or(&[0; $size]))
            }
        }
    )*};
}

prefix! {
    u8: 0xff, 1 => |bytes| usize::from(bytes[0]);
    u16: 0xffff, 2 => |bytes| usize::from(u16::from_le_bytes(bytes));
    U24: MAX_U24, 3 => |[a, b, c]| u32::from_le_bytes([a, b, c, 0]) as usize;
    u32: 0xffff_ffff, 4 => |bytes| u32::from_le_bytes(bytes) as usize;
}
