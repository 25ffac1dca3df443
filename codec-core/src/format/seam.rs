//! The seam between types and wire formats, and the calls that users make.
//!
//! A format says how integers, lengths and tags are laid out, and what it can't
//! carry. It works on a [`Cursor`] and an [`Output`], so that a format that
//! wraps another delegates. Types never ask which format they are in.
#![forbid(unsafe_code)]

use super::{Lacks, MapOrder};
use crate::cursor::Cursor;
use crate::decode::Decodable;
use crate::decode_ref::DecodableRef;
use crate::encode::Encode;
use crate::entry;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::int::Int;
use crate::output::Output;
use crate::size::Size;
use crate::target::Target;
use crate::trace::Trace;

/// A wire format.
///
/// The upper half of this trait is the seam that a format implements; the
/// defaults are fixed-width little-endian integers. The lower half, from
/// [`to_vec`](Self::to_vec) on, are the calls that users make, on the format
/// of their choice:
///
/// ```
/// use codec_core::{Bincode, Format, Sv2};
/// let value = (1u8, 0x0203u16, Some(4u32));
/// assert_eq!(Sv2::to_vec(&value)?, [1, 3, 2, 1, 4, 0, 0, 0]);
/// assert_eq!(Sv2::from_slice::<(u8, u16, Option<u32>)>(&[1, 3, 2, 0])?, (1, 0x0203, None));
/// assert!(Bincode::from_slice::<(u8, u16, Option<u32>)>(&[1, 3, 2]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Format: Sized + Copy + core::fmt::Debug + 'static {
    /// What a reader records on the way: `()` in every plain format.
    type State: Trace;

    /// The format's name, as its documentation writes it.
    const NAME: &'static str;

    /// What the format can't carry, with the type to use instead.
    const LACKS: Lacks;

    /// This format with integers of fixed width, big-endian: `BigEndian<Self>`.
    type Big: Format<State = Self::State>;

    /// This format with integers of fixed width, little-endian: `LittleEndian<Self>`.
    type Little: Format<State = Self::State>;

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
        entry::read_utf8_char(cursor)
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

    /// Encodes into a new vector of exactly the right capacity. The length of sequences
    /// of 64 elements and more that differ in length is estimated first, from one element
    /// in eight: then up to a quarter of the length may be spare.
    ///
    /// # Errors
    /// [`LengthOverLimit`](crate::EncodeErrorKind::LengthOverLimit) and
    /// [`InvalidValue`](crate::EncodeErrorKind::InvalidValue) for a value that the
    /// format has no encoding for.
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// assert_eq!(Bincode::to_vec("hi")?, b"\x02\0\0\0\0\0\0\0hi");
    /// # Ok::<(), codec_core::EncodeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<alloc::vec::Vec<u8>, EncodeError> {
        entry::to_vec::<Self, T>(value)
    }

    /// Encodes into a target and returns the number of bytes written: a slice
    /// is filled from its start, a `Vec<u8>` or `BytesMut` is appended to.
    ///
    /// # Errors
    /// [`BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) when a slice is too
    /// short (nothing is written), else as [`to_vec`](Self::to_vec).
    ///
    /// ```
    /// use codec_core::{Format, Sv2};
    /// let mut buffer = [0; 8];
    /// assert_eq!(Sv2::encode_into(&0x0102u16, &mut buffer)?, 2);
    /// assert_eq!(buffer, [2, 1, 0, 0, 0, 0, 0, 0]);
    /// # Ok::<(), codec_core::EncodeError>(())
    /// ```
    #[inline]
    fn encode_into<T: Encode + ?Sized, B: Target + ?Sized>(
        value: &T,
        target: &mut B,
    ) -> Result<usize, EncodeError> {
        entry::encode_into::<Self, T, B>(value, target)
    }

    /// Exact length of a value's encoding, in bytes.
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// assert_eq!(Bincode::encoded_len(&(1u8, "hi")), 1 + 8 + 2);
    /// ```
    #[inline]
    fn encoded_len<T: Encode + ?Sized>(value: &T) -> usize {
        value.encoded_len::<Self>()
    }

    /// Decodes a value of its own from all of `input`.
    ///
    /// # Errors
    /// [`TrailingBytes`](DecodeErrorKind::TrailingBytes) when the value ends
    /// before the input does, else as the type and the format prescribe.
    ///
    /// ```
    /// use codec_core::{DecodeErrorKind, Format, Sv2};
    /// assert_eq!(Sv2::from_slice::<u16>(&[2, 1])?, 0x0102);
    /// let error = Sv2::from_slice::<u16>(&[2, 1, 9]).unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, 2));
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    #[inline]
    fn from_slice<T: Decodable>(input: &[u8]) -> Result<T, DecodeError> {
        entry::from_slice::<Self, T>(input)
    }

    /// Decodes a value of its own from the front of `input`, and returns what
    /// is left.
    ///
    /// # Errors
    /// As the type and the format prescribe.
    #[inline]
    fn from_slice_prefix<T: Decodable>(input: &[u8]) -> Result<(T, &[u8]), DecodeError> {
        entry::from_slice_prefix::<Self, T>(input)
    }

    /// Decodes a value that borrows from `input`, from all of it.
    ///
    /// # Errors
    /// As [`from_slice`](Self::from_slice).
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// let input = b"\x02\0\0\0\0\0\0\0hi";
    /// let text: &str = Bincode::from_slice_ref(input)?;
    /// assert_eq!(text.as_ptr(), input[8..].as_ptr());
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    #[inline]
    fn from_slice_ref<'de, T: DecodableRef<'de>>(input: &'de [u8]) -> Result<T, DecodeError> {
        entry::from_slice_ref::<Self, T>(input)
    }

    /// Decodes a value that borrows from the front of `input`, and returns
    /// what is left.
    ///
    /// # Errors
    /// As the type and the format prescribe.
    #[inline]
    fn from_slice_ref_prefix<'de, T: DecodableRef<'de>>(
        input: &'de [u8],
    ) -> Result<(T, &'de [u8]), DecodeError> {
        entry::from_slice_ref_prefix::<Self, T>(input)
    }

    /// Decodes from counted memory: fields of type `Bytes`, and the shared wire
    /// types, become slices of it that keep it alive. Nothing is copied.
    ///
    /// # Errors
    /// As [`from_slice`](Self::from_slice).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use codec_core::{Bincode, Format};
    /// let source = Bytes::from_static(b"\x02\0\0\0\0\0\0\0hi");
    /// let shared: Bytes = Bincode::from_bytes(&source)?;
    /// assert_eq!(shared.as_ptr(), source[8..].as_ptr());
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    #[cfg(feature = "bytes")]
    #[inline]
    fn from_bytes<T: Decodable>(input: &bytes::Bytes) -> Result<T, DecodeError> {
        entry::from_bytes::<Self, T>(input)
    }

    /// As [`from_bytes`](Self::from_bytes), from the front of `input`; returns
    /// what is left.
    ///
    /// # Errors
    /// As the type and the format prescribe.
    #[cfg(feature = "bytes")]
    #[inline]
    fn from_bytes_prefix<T: Decodable>(
        input: &bytes::Bytes,
    ) -> Result<(T, bytes::Bytes), DecodeError> {
        entry::from_bytes_prefix::<Self, T>(input)
    }

    /// Reads one value of `limit` bytes at most, from the source's buffer, and consumes
    /// not a byte that it doesn't need; [`stream`](crate::stream) says what that costs,
    /// and has the reader of many values, which takes any `Read`.
    ///
    /// # Errors
    /// [`ReadError`](crate::stream::ReadError); how much of the source is consumed then
    /// is not specified.
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// let mut source = &b"\x02\0\0\0\0\0\0\0hi, all"[..];
    /// let text: String = Bincode::read_from(&mut source, 1 << 20)?;
    /// assert_eq!((text.as_str(), source), ("hi", &b", all"[..]));
    /// # Ok::<(), codec_core::stream::ReadError>(())
    /// ```
    #[cfg(feature = "std")]
    fn read_from<T: Decodable>(
        source: &mut (impl std::io::BufRead + ?Sized),
        limit: usize,
    ) -> Result<T, crate::stream::ReadError> {
        crate::stream::read_from::<Self, T>(source, limit)
    }

    /// Writes one value, and returns the number of bytes.
    ///
    /// # Errors
    /// [`WriteError`](crate::stream::WriteError).
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// let mut sink = Vec::new();
    /// assert_eq!(Bincode::write_to(&(1u8, 0x0203u16), &mut sink)?, 3);
    /// # Ok::<(), codec_core::stream::WriteError>(())
    /// ```
    #[cfg(feature = "std")]
    fn write_to<T: Encode + ?Sized>(
        value: &T,
        sink: &mut impl std::io::Write,
    ) -> Result<usize, crate::stream::WriteError> {
        crate::stream::write_to::<Self, T>(value, sink)
    }

    /// Decodes over an existing value and keeps the capacity that it has.
    ///
    /// # Errors
    /// As [`from_slice`](Self::from_slice); the value is then valid, but which
    /// parts of it were replaced is not specified.
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// let mut text = String::with_capacity(100);
    /// Bincode::decode_into(&mut text, b"\x02\0\0\0\0\0\0\0hi")?;
    /// assert_eq!((text.as_str(), text.capacity()), ("hi", 100));
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    #[inline]
    fn decode_into<T: Decodable>(value: &mut T, input: &[u8]) -> Result<(), DecodeError> {
        entry::decode_into::<Self, T>(value, input)
    }

    /// The version of a versioned value (`#[codec(version = ..)]`), without
    /// reading more of it. Version 0, which no program writes, is returned as it is.
    ///
    /// # Errors
    /// Those of reading a `u32`.
    ///
    /// ```
    /// use codec_core::{Compact, Decode, Encode, Format};
    /// #[derive(Encode, Decode)]
    /// #[codec(version = 2)]
    /// struct Price { cents: u64, #[codec(since = 2)] currency: u8 }
    /// let bytes = Compact::to_vec(&Price { cents: 300, currency: 7 }).unwrap();
    /// assert_eq!(bytes, [2, 3, 0xac, 2, 7]); // version, length of the body, body
    /// assert_eq!(Compact::peek_version(&bytes), Ok(2));
    /// ```
    #[inline]
    fn peek_version(input: &[u8]) -> Result<u32, DecodeError> {
        crate::layout::peek_version::<Self>(input)
    }

    /// Decodes once more, slowly, and tells what there is in the input: the
    /// tree of fields with offsets and values, and where and why it stopped.
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// let report = Bincode::explain::<(u8, bool)>(&[7, 2]);
    /// assert_eq!(report.to_string(), "[1] at byte 1: boolean is neither 0 nor 1: found 2");
    /// ```
    #[cfg(feature = "alloc")]
    fn explain<T: Decodable>(input: &[u8]) -> crate::trace::Explanation<'_> {
        crate::trace::explain::<Self, T>(input)
    }
}
