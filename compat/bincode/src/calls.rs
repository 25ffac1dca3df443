//! bincode 2's functions.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::config::Config;
#[cfg(feature = "std")]
use crate::de::read::IoReader;
use crate::de::read::{Reader, SliceReader};
use crate::de::{BorrowDecode, Decode, Decoder as _, DecoderImpl};
#[cfg(feature = "std")]
use crate::enc::write::IoWriter;
#[cfg(feature = "alloc")]
use crate::enc::write::SizeWriter;
use crate::enc::write::{Writer, fill};
use crate::enc::{Encode, EncoderImpl};
use crate::error::{DecodeError, EncodeError};

/// Encodes a value into a slice, and returns the number of bytes.
///
/// # Errors
/// [`EncodeError::UnexpectedEnd`] when the slice is too short, and those of the value.
///
/// ```
/// let mut room = [0; 4];
/// let config = codec_bincode::config::standard();
/// assert_eq!(codec_bincode::encode_into_slice((1u8, 2u64), &mut room, config)?, 2);
/// assert_eq!(room, [1, 2, 0, 0]);
/// # Ok::<(), codec_bincode::error::EncodeError>(())
/// ```
#[inline]
pub fn encode_into_slice<E: Encode, C: Config>(
    val: E,
    dst: &mut [u8],
    config: C,
) -> Result<usize, EncodeError> {
    fill::<true, _, _, _>(dst, dst.len(), config, |encoder| val.encode(encoder))
}

/// Encodes a value into a writer.
///
/// # Errors
/// The errors of the writer and of the value.
#[inline]
pub fn encode_into_writer<E: Encode, W: Writer, C: Config>(
    val: E,
    writer: W,
    config: C,
) -> Result<(), EncodeError> {
    val.encode(&mut EncoderImpl::new(writer, config))
}

/// Encodes a value into a new vector of exactly the right capacity.
///
/// # Errors
/// The errors of the value.
///
/// ```
/// let bytes = codec_bincode::encode_to_vec("hi", codec_bincode::config::legacy())?;
/// assert_eq!(bytes, [2, 0, 0, 0, 0, 0, 0, 0, b'h', b'i']);
/// # Ok::<(), codec_bincode::error::EncodeError>(())
/// ```
#[cfg(feature = "alloc")]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
#[inline]
pub fn encode_to_vec<E: Encode, C: Config>(val: E, config: C) -> Result<Vec<u8>, EncodeError> {
    let mut counter = EncoderImpl::new(SizeWriter::default(), config);
    val.encode(&mut counter)?;
    let len = counter.into_writer().bytes_written;
    let mut bytes = Vec::with_capacity(len);
    fill::<false, _, _, _>(&mut bytes, len, config, |encoder| val.encode(encoder))?;
    Ok(bytes)
}

/// Encodes a value into a sink, and returns the number of bytes.
///
/// # Errors
/// [`EncodeError::Io`], and those of the value.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[inline]
pub fn encode_into_std_write<E: Encode, C: Config, W: std::io::Write>(
    val: E,
    dst: &mut W,
    config: C,
) -> Result<usize, EncodeError> {
    let mut encoder = EncoderImpl::new(IoWriter::new(dst), config);
    val.encode(&mut encoder)?;
    Ok(encoder.into_writer().written())
}

/// Decodes a value from the front of a slice, and returns the number of bytes as well.
///
/// # Errors
/// The errors of the value.
///
/// ```
/// let config = codec_bincode::config::standard();
/// let (value, len) = codec_bincode::decode_from_slice::<(u8, bool), _>(&[7, 1, 9], config)?;
/// assert_eq!((value, len), ((7, true), 2));
/// # Ok::<(), codec_bincode::error::DecodeError>(())
/// ```
#[inline]
pub fn decode_from_slice<D: Decode<()>, C: Config>(
    src: &[u8],
    config: C,
) -> Result<(D, usize), DecodeError> {
    decode_from_slice_with_context(src, config, ())
}

/// Like [`decode_from_slice`], in a context.
///
/// # Errors
/// The errors of the value.
#[inline]
pub fn decode_from_slice_with_context<Context, D: Decode<Context>, C: Config>(
    src: &[u8],
    config: C,
    context: Context,
) -> Result<(D, usize), DecodeError> {
    let mut decoder = DecoderImpl::new(SliceReader::new(src), config, context);
    let value = D::decode(&mut decoder)?;
    Ok((value, src.len() - decoder.reader().rest().len()))
}

/// Decodes a value that may borrow from the front of a slice, and returns the number of
/// bytes as well.
///
/// # Errors
/// The errors of the value.
///
/// ```
/// let config = codec_bincode::config::standard();
/// let (text, _) = codec_bincode::borrow_decode_from_slice::<&str, _>(b"\x02hi", config)?;
/// assert_eq!(text, "hi");
/// # Ok::<(), codec_bincode::error::DecodeError>(())
/// ```
#[inline]
pub fn borrow_decode_from_slice<'a, D: BorrowDecode<'a, ()>, C: Config>(
    src: &'a [u8],
    config: C,
) -> Result<(D, usize), DecodeError> {
    borrow_decode_from_slice_with_context(src, config, ())
}

/// Like [`borrow_decode_from_slice`], in a context.
///
/// # Errors
/// The errors of the value.
#[inline]
pub fn borrow_decode_from_slice_with_context<'a, Context, D, C>(
    src: &'a [u8],
    config: C,
    context: Context,
) -> Result<(D, usize), DecodeError>
where
    D: BorrowDecode<'a, Context>,
    C: Config,
{
    let mut decoder = DecoderImpl::new(SliceReader::new(src), config, context);
    let value = D::borrow_decode(&mut decoder)?;
    Ok((value, src.len() - decoder.reader().rest().len()))
}

/// Decodes a value from a reader.
///
/// # Errors
/// The errors of the reader and of the value.
#[inline]
pub fn decode_from_reader<D: Decode<()>, R: Reader, C: Config>(
    reader: R,
    config: C,
) -> Result<D, DecodeError> {
    D::decode(&mut DecoderImpl::new(reader, config, ()))
}

/// Decodes a value from a source, without reading past it.
///
/// # Errors
/// [`DecodeError::Io`], also when the source ends, and those of the value.
///
/// ```
/// let mut source = &[2, 7, 8, 9][..];
/// let config = codec_bincode::config::standard();
/// let value: Vec<u8> = codec_bincode::decode_from_std_read(&mut source, config)?;
/// assert_eq!((value, source), (vec![7, 8], &[9][..]));
/// # Ok::<(), codec_bincode::error::DecodeError>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[inline]
pub fn decode_from_std_read<D: Decode<()>, C: Config, R: std::io::Read>(
    src: &mut R,
    config: C,
) -> Result<D, DecodeError> {
    decode_from_std_read_with_context(src, config, ())
}

/// Like [`decode_from_std_read`], in a context.
///
/// # Errors
/// The same as [`decode_from_std_read`].
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[inline]
pub fn decode_from_std_read_with_context<Context, D, C, R>(
    src: &mut R,
    config: C,
    context: Context,
) -> Result<D, DecodeError>
where
    D: Decode<Context>,
    C: Config,
    R: std::io::Read,
{
    D::decode(&mut DecoderImpl::new(IoReader::new(src), config, context))
}
