//! The calls that users make on a wire format.
#![forbid(unsafe_code)]

use super::Layout;
#[cfg(doc)]
use crate::error::DecodeErrorKind;
use crate::error::{DecodeError, EncodeError};
use crate::io::limits::Limits;
use crate::io::target::Target;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::entry;
use crate::value::memory::{MemoryBound, MemoryWalk};

impl<L: Layout> Format for L {}

/// A wire format: the calls that users make, on the format of their choice.
///
/// Every [`Layout`] has them, and nothing overrides them.
///
/// ```
/// use codec_core::{Bincode, Format, Sv2};
/// let value = (1u8, 0x0203u16, Some(4u32));
/// assert_eq!(Sv2::to_vec(&value)?, [1, 3, 2, 1, 4, 0, 0, 0]);
/// assert_eq!(Sv2::from_slice::<(u8, u16, Option<u32>)>(&[1, 3, 2, 0])?, (1, 0x0203, None));
/// assert!(Bincode::from_slice::<(u8, u16, Option<u32>)>(&[1, 3, 2]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Format: Layout {
    /// Encodes into a new vector of exactly the right capacity, except where the value has
    /// sequences of 64 or more elements of varying length: their encoded length is estimated
    /// from one element in eight, and up to a quarter of the length may be spare capacity.
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
    /// With the feature `optimize_for_size` on a machine of 32 bits or less, a value whose length
    /// depends on what it holds is written to a slice without counting that length first: when
    /// the slice is too short, its content is unspecified.
    ///
    /// # Errors
    /// [`BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) when a slice is too
    /// short (nothing is written, but see above), else as [`to_vec`](Self::to_vec).
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

    /// Decodes an owned value from all of `input`.
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
        entry::from_slice::<Self, T>(input, Limits::DEFAULT)
    }

    /// Like [`from_slice`](Self::from_slice), within limits.
    ///
    /// # Errors
    /// The same as [`from_slice`](Self::from_slice), and
    /// [`MemoryExceeded`](DecodeErrorKind::MemoryExceeded).
    ///
    /// ```
    /// use codec_core::{Bincode, Format, Limits};
    /// let limits = Limits { memory: 1, ..Limits::DEFAULT };
    /// let error = Bincode::from_slice_with::<String>(limits, b"\x02\0\0\0\0\0\0\0hi");
    /// assert_eq!(error.unwrap_err().to_string(), "memory limit exceeded at byte 10");
    /// ```
    #[inline]
    fn from_slice_with<T: Decodable>(limits: Limits, input: &[u8]) -> Result<T, DecodeError> {
        entry::from_slice::<Self, T>(input, limits)
    }

    /// Decodes an owned value from the front of `input`, and returns what is left.
    ///
    /// # Errors
    /// The errors that the type and the format prescribe.
    #[inline]
    fn from_slice_prefix<T: Decodable>(input: &[u8]) -> Result<(T, &[u8]), DecodeError> {
        entry::from_slice_prefix::<Self, T>(input)
    }

    /// Decodes a value that borrows from `input`, from all of it.
    ///
    /// # Errors
    /// The same as [`from_slice`](Self::from_slice).
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
        entry::from_slice_ref::<Self, T>(input, Limits::DEFAULT)
    }

    /// Like [`from_slice_ref`](Self::from_slice_ref), within limits; a borrowed value
    /// takes memory only where a field of it is owned.
    ///
    /// # Errors
    /// The same as [`from_slice_with`](Self::from_slice_with).
    #[inline]
    fn from_slice_ref_with<'de, T: DecodableRef<'de>>(
        limits: Limits,
        input: &'de [u8],
    ) -> Result<T, DecodeError> {
        entry::from_slice_ref::<Self, T>(input, limits)
    }

    /// Decodes a value that borrows from the front of `input`, and returns
    /// what is left.
    ///
    /// # Errors
    /// The errors that the type and the format prescribe.
    #[inline]
    fn from_slice_ref_prefix<'de, T: DecodableRef<'de>>(
        input: &'de [u8],
    ) -> Result<(T, &'de [u8]), DecodeError> {
        entry::from_slice_ref_prefix::<Self, T>(input)
    }

    /// Decodes from reference-counted memory: fields of type `Bytes`, and the shared
    /// wire types, become slices that share it. Nothing is copied.
    ///
    /// # Errors
    /// The same as [`from_slice`](Self::from_slice).
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
        entry::from_bytes::<Self, T>(input, Limits::DEFAULT)
    }

    /// Like [`from_bytes`](Self::from_bytes), within limits. Slices that share the input's
    /// memory are not charged.
    ///
    /// # Errors
    /// The same as [`from_slice_with`](Self::from_slice_with).
    #[cfg(feature = "bytes")]
    #[inline]
    fn from_bytes_with<T: Decodable>(
        limits: Limits,
        input: &bytes::Bytes,
    ) -> Result<T, DecodeError> {
        entry::from_bytes::<Self, T>(input, limits)
    }

    /// Like [`from_bytes`](Self::from_bytes), from the front of `input`; returns
    /// what is left.
    ///
    /// # Errors
    /// The errors that the type and the format prescribe.
    #[cfg(feature = "bytes")]
    #[inline]
    fn from_bytes_prefix<T: Decodable>(
        input: &bytes::Bytes,
    ) -> Result<(T, bytes::Bytes), DecodeError> {
        entry::from_bytes_prefix::<Self, T>(input)
    }

    /// Reads one value of `limit` bytes at most from the source's buffer, and consumes no
    /// byte after it. For what that costs, and for a reader of many values from any `Read`,
    /// see [`stream`](crate::stream).
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
    #[cfg(feature = "stream")]
    fn read_from<T: Decodable>(
        source: &mut (impl std::io::BufRead + ?Sized),
        limit: usize,
    ) -> Result<T, crate::stream::ReadError> {
        crate::stream::read_from::<Self, T>(source, limit, Limits::DEFAULT)
    }

    /// Like [`read_from`](Self::read_from), within limits.
    ///
    /// # Errors
    /// The same as [`read_from`](Self::read_from), and
    /// [`MemoryExceeded`](DecodeErrorKind::MemoryExceeded) within it.
    ///
    /// ```
    /// use codec_core::{Limits, Format, Postcard};
    /// let limits = Limits { memory: 2, ..Limits::DEFAULT };
    /// let mut source = &b"\x02hi\x03all"[..];
    /// assert_eq!(Postcard::read_from_with::<String>(limits, &mut source, 100)?, "hi");
    /// assert!(Postcard::read_from_with::<String>(limits, &mut source, 100).is_err());
    /// # Ok::<(), codec_core::stream::ReadError>(())
    /// ```
    #[cfg(feature = "stream")]
    fn read_from_with<T: Decodable>(
        limits: Limits,
        source: &mut (impl std::io::BufRead + ?Sized),
        limit: usize,
    ) -> Result<T, crate::stream::ReadError> {
        crate::stream::read_from::<Self, T>(source, limit, limits)
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
    #[cfg(feature = "stream")]
    fn write_to<T: Encode + ?Sized>(
        value: &T,
        sink: &mut impl std::io::Write,
    ) -> Result<usize, crate::stream::WriteError> {
        crate::stream::write_to::<Self, T>(value, sink)
    }

    /// Decodes into an existing value and reuses the capacity that it has.
    ///
    /// # Errors
    /// The same as [`from_slice`](Self::from_slice); the value is then valid, but which
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
        entry::decode_into::<Self, T>(value, input, Limits::DEFAULT)
    }

    /// Like [`decode_into`](Self::decode_into), within limits. All of the new content is
    /// charged, even the part that fits the memory that the value has.
    ///
    /// # Errors
    /// The same as [`from_slice_with`](Self::from_slice_with).
    #[inline]
    fn decode_into_with<T: Decodable>(
        limits: Limits,
        value: &mut T,
        input: &[u8],
    ) -> Result<(), DecodeError> {
        entry::decode_into::<Self, T>(value, input, limits)
    }

    /// The most heap memory that a value of this type is charged for, by the length of its input:
    /// what [`Limits::memory`] must be to take every value that [`from_slice`](Self::from_slice)
    /// takes. `None` when the type contains one whose [`Decodable`] is written by hand without
    /// [`memory`](Decodable::memory), or a field with a function of its own (`with`).
    ///
    /// It is computed at each call, from the types alone: keep it.
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// // A vector is three words, and has eight bytes on the wire at least.
    /// let bound = Bincode::memory_bound::<Vec<Vec<u8>>>().unwrap();
    /// assert_eq!((bound.per_byte, bound.fixed), (size_of::<Vec<u8>>().div_ceil(8), 0));
    /// ```
    #[must_use]
    fn memory_bound<T: Decodable>() -> Option<MemoryBound> {
        MemoryWalk::bound::<Self, T>()
    }

    /// The version of a versioned value (`#[codec(version = ..)]`), without
    /// reading more of it.
    ///
    /// # Errors
    /// The errors of reading a `u32`.
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
        crate::field::version::peek_version::<Self>(input)
    }

    /// Decodes the input again, slowly, and describes it: the tree of fields with
    /// offsets and values, and where and why decoding stopped.
    ///
    /// ```
    /// use codec_core::{Bincode, Format};
    /// let report = Bincode::explain::<(u8, bool)>(&[7, 2]);
    /// assert_eq!(report.to_string(), "[1] at byte 1: boolean is neither 0 nor 1: found 2");
    /// ```
    #[cfg(feature = "alloc")]
    fn explain<T: Decodable>(input: &[u8]) -> crate::trace::explain::Explanation<'_> {
        crate::trace::explain::<Self, T>(input)
    }
}
