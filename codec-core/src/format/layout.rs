//! What a wire format is: how integers, lengths and tags are laid out.
//!
//! A format says what it can't carry and works on a [`Cursor`] and an [`Output`],
//! so that a format that wraps another delegates. Types never ask which format
//! they are in.
#![forbid(unsafe_code)]

use super::int::Int;
use super::size::Size;
use super::{Lacks, MapOrder, utf8_char};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::record::Trace;

/// The layout of a wire format: what the author of a format implements.
///
/// The defaults are fixed-width little-endian integers. Every layout is a
/// [`Format`](super::Format), which has the calls that users make.
pub trait Layout: Sized + Copy + core::fmt::Debug + 'static {
    /// What a reader records on the way: `()` in every plain format.
    type State: Trace;

    /// The format's name, as its documentation writes it.
    const NAME: &'static str;

    /// What the format can't carry, with the type to use instead.
    const LACKS: Lacks;

    /// This format for input that was checked before: without what a strict format
    /// refuses, records nothing, gets no more input. Borrowed and shared sequences
    /// read their elements in it. `Self` of a plain format.
    type Checked: Layout;

    /// This format with integers of fixed width, big-endian: `BigEndian<Self>`.
    type Big: Layout<State = Self::State>;

    /// This format with integers of fixed width, little-endian: `LittleEndian<Self>`.
    type Little: Layout<State = Self::State>;

    /// Whether integers of fixed width are big-endian.
    const BIG_ENDIAN: bool = false;

    /// Whether every encoding but the one that would be written is refused.
    const STRICT: bool = false;

    /// The largest tag of an enum.
    const TAG_MAX: u32 = u32::MAX;

    /// Whether floats that are not a number are refused.
    const LACKS_NAN: bool = false;

    /// In which order the entries of maps and sets are written.
    const MAP_ORDER: MapOrder = MapOrder::Iteration;

    /// The tag of `Ok`, 0 or 1; that of `Err` is the other one.
    const OK_TAG: u32 = 0;

    /// Whether the tag of a `Result` is one byte, whatever those of enums are.
    const RESULT_BYTE: bool = false;

    /// Whether nanoseconds of a duration that make a second or more are carried
    /// over into its seconds; else they are refused.
    const CARRIES_NANOS: bool = true;

    /// Whether a length stands before the bytes of a UUID, as it does where the
    /// reference carries UUIDs through serde.
    const UUID_LENGTH: bool = true;

    /// Whether lengths of long sequences may be estimated.
    #[doc(hidden)]
    const ESTIMATES: bool = false;

    /// Size of an integer.
    #[inline(always)]
    fn int_size<I: Int>() -> Size {
        Size::fixed(I::SIZE)
    }

    /// Encoded length of an integer in bytes.
    #[inline(always)]
    fn int_len<I: Int>(value: I) -> usize {
        let _ = value;
        I::SIZE
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// As the format prescribes.
    #[inline(always)]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        I::read_le(cursor)
    }

    /// Writes an integer.
    ///
    /// # Errors
    /// [`BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall).
    #[inline(always)]
    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        value.write_le(out)
    }

    /// Reads a boolean: by default a byte that is 0 or 1.
    ///
    /// # Errors
    /// [`InvalidBool`](DecodeErrorKind::InvalidBool).
    #[inline(always)]
    fn read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError> {
        let offset = cursor.offset();
        let byte = cursor.byte()?;
        // One jump that is never taken; a jump by the value would be guessed.
        if byte > 1 {
            return Err(DecodeError::new(DecodeErrorKind::InvalidBool, offset));
        }
        Ok(byte == 1)
    }

    /// Reads a 32-bit float. Any bits are a float.
    ///
    /// # Errors
    /// As the format prescribes.
    #[inline(always)]
    fn read_f32(cursor: &mut Cursor<'_>) -> Result<f32, DecodeError> {
        cursor.array().map(|bytes| f32::from_le_bytes(*bytes))
    }

    /// Reads a 64-bit float. Any bits are a float.
    ///
    /// # Errors
    /// As the format prescribes.
    #[inline(always)]
    fn read_f64(cursor: &mut Cursor<'_>) -> Result<f64, DecodeError> {
        cursor.array().map(|bytes| f64::from_le_bytes(*bytes))
    }

    /// Writes a 32-bit float, every bit kept.
    ///
    /// # Errors
    /// [`InvalidValue`](crate::EncodeErrorKind::InvalidValue) where the format
    /// has no NaN.
    #[inline(always)]
    fn write_f32(out: &mut Output<'_>, value: f32) -> Result<(), EncodeError> {
        out.array(&value.to_le_bytes())
    }

    /// Writes a 64-bit float, every bit kept.
    ///
    /// # Errors
    /// [`InvalidValue`](crate::EncodeErrorKind::InvalidValue) where the format
    /// has no NaN.
    #[inline(always)]
    fn write_f64(out: &mut Output<'_>, value: f64) -> Result<(), EncodeError> {
        out.array(&value.to_le_bytes())
    }

    /// The smallest and, where fixed, only size of a character.
    #[inline(always)]
    fn char_size() -> Size {
        Size::at_least(1)
    }

    /// Encoded length of a character in bytes.
    #[inline(always)]
    fn char_len(value: char) -> usize {
        value.len_utf8()
    }

    /// Reads a character: by default its UTF-8 bytes, without a length.
    ///
    /// # Errors
    /// [`InvalidChar`](DecodeErrorKind::InvalidChar).
    #[inline(always)]
    fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
        utf8_char::read(cursor)
    }

    /// Writes a character.
    ///
    /// # Errors
    /// [`BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall).
    #[inline(always)]
    fn write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError> {
        out.bytes(value.encode_utf8(&mut [0; 4]).as_bytes())
    }

    /// Size of a length prefix.
    #[inline(always)]
    fn len_size() -> Size {
        Self::int_size::<u64>()
    }

    /// Encoded length of a length prefix in bytes.
    #[inline(always)]
    fn len_len(len: usize) -> usize {
        Self::int_len(len as u64)
    }

    /// Reads a length prefix.
    ///
    /// # Errors
    /// [`LengthOverflow`](DecodeErrorKind::LengthOverflow) when it does not fit `usize`.
    #[inline(always)]
    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        let offset = cursor.offset();
        let len = Self::read_int::<u64>(cursor)?;
        usize::try_from(len).map_err(|_| DecodeError::new(DecodeErrorKind::LengthOverflow, offset))
    }

    /// Writes a length prefix.
    ///
    /// # Errors
    /// [`LengthOverLimit`](crate::EncodeErrorKind::LengthOverLimit).
    #[inline(always)]
    fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
        Self::write_int(out, len as u64)
    }

    /// Size of an enum's tag.
    #[inline(always)]
    fn tag_size() -> Size {
        Self::int_size::<u32>()
    }

    /// Encoded length of an enum's tag in bytes.
    #[inline(always)]
    fn tag_len(tag: u32) -> usize {
        Self::int_len(tag)
    }

    /// Reads an enum's tag.
    ///
    /// # Errors
    /// As the format prescribes.
    #[inline(always)]
    fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
        Self::read_int(cursor)
    }

    /// Writes an enum's tag.
    ///
    /// # Errors
    /// [`IntegerOutOfRange`](crate::EncodeErrorKind::IntegerOutOfRange) when the
    /// format has no room for it.
    #[inline(always)]
    fn write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError> {
        Self::write_int(out, tag)
    }
}
