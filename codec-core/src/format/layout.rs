//! The definition of a wire format: how integers, lengths and tags are laid out.
//!
//! A format says what it can't carry and works on a [`Cursor`] and an [`Output`],
//! so that a format that wraps another delegates. Types never ask which format
//! they are in.
#![forbid(unsafe_code)]

use super::int::Int;
use super::size::Size;
use super::{NumberLayout, Rules, utf8_char, varint};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::record::Trace;

/// Reading and writing of a float.
macro_rules! floats {
    ($float:ident $bits:literal $read:ident $write:ident) => {
        #[doc = concat!("Reads a ", $bits, "-bit float in the byte order of the rules. Any bits are a float.")]
        ///
        /// # Errors
        /// [`InvalidValue`](DecodeErrorKind::InvalidValue) of NaN where the rules refuse it.
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $read(cursor: &mut Cursor<'_>) -> Result<$float, DecodeError> {
            let start = cursor.offset();
            let bytes = *cursor.array()?;
            let value = if Self::RULES.big_endian {
                $float::from_be_bytes(bytes)
            } else {
                $float::from_le_bytes(bytes)
            };
            if Self::RULES.refuses_nan && value.is_nan() {
                return Err(DecodeError::new(DecodeErrorKind::InvalidValue, start));
            }
            Ok(value)
        }

        #[doc = concat!("Writes a ", $bits, "-bit float in the byte order of the rules, every bit kept.")]
        ///
        /// # Errors
        /// [`InvalidValue`](EncodeErrorKind::InvalidValue) of NaN where the rules refuse it.
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $write(out: &mut Output<'_>, value: $float) -> Result<(), EncodeError> {
            if Self::RULES.refuses_nan && value.is_nan() {
                return Err(out.error(EncodeErrorKind::InvalidValue));
            }
            out.array(&if Self::RULES.big_endian { value.to_be_bytes() } else { value.to_le_bytes() })
        }
    };
}

/// The layout of a wire format: what the author of a format implements.
///
/// The defaults are integers and floats of fixed width, in the byte order of the rules.
/// Every layout is a [`Format`](super::Format), which has the calls that users make.
pub trait Layout: Sized + Copy + core::fmt::Debug + 'static {
    /// The record that a reader keeps on the way: `()` in every plain format.
    type State: Trace;

    /// This format for input that was checked before: without what a strict format
    /// refuses, records nothing, gets no more input. Borrowed and shared sequences
    /// read their elements in it. `Self` of a plain format.
    type Checked: Layout;

    /// This format with integers of fixed width, big-endian: `BigEndian<Self>`; of one that wraps
    /// another, or that has a [marker](Rules::marked_above), `BigEndian<Fixed<Self>>`.
    type Big: Layout<State = Self::State, Big = Self::Big, Little = Self::Little>;

    /// This format with integers of fixed width, little-endian: see [`Big`](Self::Big).
    type Little: Layout<State = Self::State, Big = Self::Big, Little = Self::Little>;

    /// Rules of the format besides the layout of its numbers. A format that wraps
    /// another takes that one's whole, and changes by name what it is there to change.
    const RULES: Rules;

    /// Size of an integer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_size<I: Int>() -> Size {
        Size::fixed(I::SIZE)
    }

    /// Encoded length of an integer in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_len<I: Int>(value: I) -> usize {
        let _ = value;
        I::SIZE
    }

    /// Reads an integer: by default of fixed width, in the byte order of the rules.
    ///
    /// # Errors
    /// The errors that the format prescribes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        let value = I::read_le(cursor)?;
        Ok(if Self::RULES.big_endian { value.swap_bytes() } else { value })
    }

    /// Writes an integer.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        if Self::RULES.big_endian { value.swap_bytes() } else { value }.write_le(out)
    }

    /// Reads integers in a row into the front of `into`, as many as it can read at once, and returns
    /// how many: just those that [`read_int`](Self::read_int) would read, which reads those that
    /// follow. By default none.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_ints<I: Int>(cursor: &mut Cursor<'_>, into: &mut [I]) -> usize {
        let _ = (cursor, into);
        0
    }

    /// Reads a boolean: by default a byte that is 0 or 1.
    ///
    /// # Errors
    /// [`InvalidBool`](DecodeErrorKind::InvalidBool).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError> {
        let byte = cursor.byte()?;
        // One branch that is never taken; a branch by the value would be mispredicted.
        if byte > 1 {
            return Err(DecodeError::new(DecodeErrorKind::InvalidBool, cursor.offset() - 1));
        }
        Ok(byte == 1)
    }

    floats!(f32 32 read_f32 write_f32);
    floats!(f64 64 read_f64 write_f64);

    /// The smallest and, where fixed, only size of a character.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn char_size() -> Size {
        Size::at_least(1)
    }

    /// Encoded length of a character in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn char_len(value: char) -> usize {
        value.len_utf8()
    }

    /// Reads a character: by default its UTF-8 bytes, without a length.
    ///
    /// # Errors
    /// [`InvalidChar`](DecodeErrorKind::InvalidChar).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
        utf8_char::read(cursor)
    }

    /// Writes a character.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError> {
        out.bytes(value.encode_utf8(&mut [0; 4]).as_bytes())
    }

    /// Size of a length prefix: by default as the rules have it, as in all of these methods.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len_size() -> Size {
        Self::RULES.lengths.size::<Self>()
    }

    /// Encoded length of a length prefix in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len_len(len: usize) -> usize {
        Self::RULES.lengths.len::<Self>(len as u64)
    }

    /// Reads a length prefix.
    ///
    /// # Errors
    /// [`LengthOverflow`](DecodeErrorKind::LengthOverflow) when it does not fit `usize`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        if varint::SMALL_LENGTHS && matches!(Self::RULES.lengths, NumberLayout::Leb128U64) {
            return varint::read_length(cursor);
        }
        let offset = cursor.offset();
        let len = Self::RULES.lengths.read::<Self>(cursor)?;
        usize::try_from(len).map_err(|_| DecodeError::new(DecodeErrorKind::LengthOverflow, offset))
    }

    /// Writes a length prefix.
    ///
    /// # Errors
    /// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit) when the format has no room
    /// for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
        if !Self::RULES.lengths.fits(len as u64) {
            return Err(out.error(EncodeErrorKind::LengthOverLimit));
        }
        Self::RULES.lengths.write::<Self>(out, len as u64)
    }

    /// Size of an enum's tag.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tag_size() -> Size {
        Self::RULES.tags.size::<Self>()
    }

    /// Encoded length of an enum's tag in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tag_len(tag: u32) -> usize {
        Self::RULES.tags.len::<Self>(tag.into())
    }

    /// Reads an enum's tag.
    ///
    /// # Errors
    /// [`InvalidTag`](DecodeErrorKind::InvalidTag) when it does not fit `u32`, or as the
    /// format prescribes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
        let offset = cursor.offset();
        let tag = Self::RULES.tags.read::<Self>(cursor)?;
        u32::try_from(tag).map_err(|_| DecodeError::new(DecodeErrorKind::InvalidTag, offset))
    }

    /// Writes an enum's tag.
    ///
    /// # Errors
    /// [`IntegerOutOfRange`](EncodeErrorKind::IntegerOutOfRange) when the
    /// format has no room for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError> {
        if !Self::RULES.tags.fits(tag.into()) {
            return Err(out.error(EncodeErrorKind::IntegerOutOfRange));
        }
        Self::RULES.tags.write::<Self>(out, tag.into())
    }
}
