//! Unsigned integers of a width that a type chooses, whatever the format's own.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::size::Size;
use crate::format::{Format, varint};
use crate::io::cursor::Cursor;
use crate::read::fetch::by_cursor;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// The width of a length prefix or of an enum's tag that is the same in every
/// format: `u8`, `u16`, [`U24`](crate::wire::U24), `u32` and `u64` in the format's byte order
/// (little-endian unless [`BigEndian`](crate::format::BigEndian) is around it),
/// or [`Varint`].
///
/// ```
/// use codec_core::field::{Varint, Width};
/// use codec_core::{Bincode, DecodeError, Reader};
/// let mut r = Reader::<Bincode>::new(&[2, 1, 0x80, 1]);
/// assert_eq!(<u16 as Width>::read(&mut r)?, 0x0102);
/// assert_eq!(Varint::read(&mut r)?, 128);
/// # Ok::<(), DecodeError>(())
/// ```
pub trait Width: 'static {
    /// The largest number that it can say.
    const MAX: u64;

    /// The size of all numbers.
    fn size() -> Size;

    /// Encoded length of a number in bytes.
    fn encoded_len(value: u64) -> usize;

    /// Reads a number.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd), and of [`Varint`]
    /// [`VarintOverflow`](DecodeErrorKind::VarintOverflow) beyond 64 bits.
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError>;

    /// Writes a number.
    ///
    /// # Errors
    /// [`IntegerOutOfRange`](crate::EncodeErrorKind::IntegerOutOfRange) above [`MAX`](Self::MAX).
    fn write<F: Format>(w: &mut Writer<'_, F>, value: u64) -> Result<(), EncodeError>;
}

/// LEB128 in every format: seven bits a byte, the least significant first, a
/// set high bit when more follow; up to ten bytes, redundant ones among them.
#[derive(Debug, Clone, Copy)]
pub struct Varint;

/// The width that the format itself has for lengths, or for tags.
#[derive(Debug, Clone, Copy)]
pub struct FormatWidth;

/// Widths of a fixed number of bytes, and the largest number of each.
macro_rules! fixed {
    ($($int:ty: $size:literal, $max:expr;)*) => {$(
        impl $crate::value::width::Width for $int {
            const MAX: u64 = $max;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size() -> $crate::Size {
                $crate::Size::fixed($size)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len(_value: u64) -> usize {
                $size
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read<F: $crate::Format>(r: &mut $crate::Reader<'_, F>) -> Result<u64, $crate::DecodeError> {
                r.fetch($size);
                let bytes: &[u8; $size] = r.cursor_mut().array()?;
                let mut word = [0; 8];
                // Assigned and not by `copy_from_slice`, which is not always inlined.
                let low: Option<&mut [u8; $size]> =
                    if F::RULES.big_endian { word.last_chunk_mut() } else { word.first_chunk_mut() };
                if let Some(low) = low {
                    *low = *bytes;
                }
                Ok(if F::RULES.big_endian { u64::from_be_bytes(word) } else { u64::from_le_bytes(word) })
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<F: $crate::Format>(w: &mut $crate::Writer<'_, F>, value: u64) -> Result<(), $crate::EncodeError> {
                if value > $max {
                    return Err(w.error($crate::EncodeErrorKind::IntegerOutOfRange));
                }
                let word = if F::RULES.big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
                let low: Option<&[u8; $size]> =
                    if F::RULES.big_endian { word.last_chunk() } else { word.first_chunk() };
                w.array(low.unwrap_or(&[0; $size]))
            }
        }
    )*};
}

pub(crate) use fixed;

fixed! {
    u8: 1, 0xff;
    u16: 2, 0xffff;
    u32: 4, 0xffff_ffff;
    u64: 8, u64::MAX;
}

impl Width for Varint {
    const MAX: u64 = u64::MAX;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn size() -> Size {
        Size::at_least(1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len(value: u64) -> usize {
        varint::leb128_len(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError> {
        let start = r.offset();
        let value: u64 = by_cursor!(F: r, 1, word)?;
        if F::RULES.strict && r.offset() - start != varint::leb128_len(value) {
            return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
        }
        Ok(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: Format>(w: &mut Writer<'_, F>, value: u64) -> Result<(), EncodeError> {
        varint::write_leb128(w.output(), value)
    }
}

/// LEB128 of up to 64 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn word(cursor: &mut Cursor<'_>) -> Result<u64, DecodeError> {
    varint::read_leb128(cursor, varint::leb128_max(8))
}
