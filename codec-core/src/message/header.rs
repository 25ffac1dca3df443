//! Frame headers: what stands before a payload on a stream.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError};

/// The header of a protocol's frames: of fixed size, or, with
/// [`MAX_SIZE`](Self::MAX_SIZE), of a size that its first bytes tell.
///
/// A frame reader collects [`SIZE`](Self::SIZE) bytes, parses them, checks the
/// payload length against its limit before it reads the payload, and then
/// verifies the payload.
///
/// ```
/// use codec_core::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Header};
/// /// A byte of id, a byte of length.
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Short { id: u8, len: u8 }
/// impl Header for Short {
///     type Id = u8;
///     const SIZE: usize = 2;
///     const MAX_PAYLOAD: usize = 255;
///     fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
///         match *bytes {
///             [id, len] => Ok(Self { id, len }),
///             _ => Err(DecodeError::new(DecodeErrorKind::UnexpectedEnd, bytes.len())),
///         }
///     }
///     fn describe(id: u8, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
///         match u8::try_from(payload.len()) {
///             Ok(len) => Ok(Self { id, len }),
///             Err(_) => Err(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0)),
///         }
///     }
///     fn write(&self, bytes: &mut [u8]) { bytes[..2].copy_from_slice(&[self.id, self.len]) }
///     fn id(&self) -> u8 { self.id }
///     fn payload_len(&self) -> usize { self.len.into() }
/// }
/// let mut bytes = [0; 2];
/// Short::describe(7, 0, b"abc")?.write(&mut bytes);
/// assert_eq!(bytes, [7, 3]);
/// # Ok::<(), EncodeError>(())
/// ```
pub trait Header: Copy + core::fmt::Debug {
    /// What tells the protocol's messages apart.
    type Id: Copy + PartialEq + core::fmt::Debug + 'static;

    /// Size of the header in bytes; of the shortest, where it varies.
    const SIZE: usize;

    /// Size of the longest header in bytes. Where it is not
    /// [`SIZE`](Self::SIZE), [`extent`](Self::extent) and
    /// [`size_for`](Self::size_for) say how long one is.
    const MAX_SIZE: usize = Self::SIZE;

    /// The longest payload that the header can describe, in bytes.
    const MAX_PAYLOAD: usize;

    /// Size of the header that starts with `bytes`, of which there are at least
    /// [`SIZE`](Self::SIZE); `None` when it takes more bytes to tell. At most
    /// [`MAX_SIZE`](Self::MAX_SIZE), also of bytes that are no header.
    #[inline]
    fn extent(bytes: &[u8]) -> Option<usize> {
        let _ = bytes;
        Some(Self::SIZE)
    }

    /// Size of the header of a payload of `len` bytes.
    #[inline]
    fn size_for(len: usize) -> usize {
        let _ = len;
        Self::SIZE
    }

    /// Size of this header.
    #[inline]
    fn size(&self) -> usize {
        Self::size_for(self.payload_len())
    }

    /// Parses exactly as many bytes as the header has: [`SIZE`](Self::SIZE), or
    /// its [`extent`](Self::extent).
    ///
    /// # Errors
    /// When the bytes are no header of this protocol; a stream can't go on
    /// after that. Offsets count from the header's first byte.
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError>;

    /// Describes a payload.
    ///
    /// # Errors
    /// [`LengthOverLimit`](crate::EncodeErrorKind::LengthOverLimit) when the
    /// payload is longer than [`MAX_PAYLOAD`](Self::MAX_PAYLOAD).
    fn describe(id: Self::Id, flags: u32, payload: &[u8]) -> Result<Self, EncodeError>;

    /// Writes exactly [`size`](Self::size) bytes.
    ///
    /// # Panics
    /// When `bytes` is shorter.
    fn write(&self, bytes: &mut [u8]);

    /// The id of the message in the payload.
    fn id(&self) -> Self::Id;

    /// The length of the payload in bytes.
    fn payload_len(&self) -> usize;

    /// Checks a payload against the header, where the header has a checksum.
    ///
    /// # Errors
    /// [`InvalidChecksum`](crate::DecodeErrorKind::InvalidChecksum).
    #[inline]
    fn verify(&self, payload: &[u8]) -> Result<(), DecodeError> {
        let _ = payload;
        Ok(())
    }
}
