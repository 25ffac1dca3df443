//! Frame headers: what precedes a payload on a stream.
#![forbid(unsafe_code)]

pub(crate) mod field;

use crate::error::{DecodeError, EncodeError};
pub use field::{HeaderField, HeaderNumber, HeaderPart};

/// The header of a protocol's frames: of fixed size, or, with
/// [`MAX_SIZE`](Self::MAX_SIZE), of a size that follows from its first bytes.
///
/// A frame reader collects [`SIZE`](Self::SIZE) bytes, parses them, checks the
/// payload length against its limit before it reads the payload, and then
/// verifies the payload.
///
/// `#[derive(Header)]` makes one of a struct of integers and byte arrays; the id is a
/// `u32`, as that of derived [messages](crate::Message).
///
/// ```
/// use codec_core::{Decode, Encode, Header, Message, wire::U24};
///
/// /// Four bytes: the kind of the message, and the length of its payload.
/// #[derive(Debug, Clone, Copy, PartialEq, Header)]
/// #[codec(be)]
/// struct Short {
///     #[codec(id)]
///     kind: u8,
///     #[codec(payload_len)]
///     len: U24,
/// }
///
/// #[derive(Encode, Decode)]
/// #[codec(id = 7)]
/// struct Ping { number: u8 }
///
/// let header = Short::describe(Ping::ID, Ping::FLAGS, b"abc")?;
/// let mut bytes = [0; Short::SIZE];
/// header.write(&mut bytes);
/// assert_eq!(bytes, [7, 0, 0, 3]);
/// let parsed = Short::parse(&bytes)?;
/// assert_eq!((parsed.id(), parsed.payload_len()), (Ping::ID, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A header whose size varies, whose id is spread over several fields or that has a
/// checksum is written by hand:
///
/// ```
/// use codec_core::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Header};
/// /// A byte with four bits of id and four of length, then the sum of the payload.
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Tiny { id: u8, len: u8, sum: u8 }
///
/// fn sum(payload: &[u8]) -> u8 {
///     payload.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
/// }
///
/// impl Header for Tiny {
///     type Id = u32; // that of derived messages
///     const SIZE: usize = 2;
///     const MAX_PAYLOAD: usize = 15;
///     fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
///         match *bytes {
///             [first, sum] => Ok(Self { id: first >> 4, len: first & 15, sum }),
///             _ => Err(DecodeError::new(DecodeErrorKind::UnexpectedEnd, bytes.len())),
///         }
///     }
///     fn describe(id: u32, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
///         match (u8::try_from(id), u8::try_from(payload.len())) {
///             (Ok(id @ ..=15), Ok(len @ ..=15)) => Ok(Self { id, len, sum: sum(payload) }),
///             (Ok(..=15), _) => Err(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0)),
///             _ => Err(EncodeError::new(EncodeErrorKind::InvalidValue, 0)),
///         }
///     }
///     fn write(&self, bytes: &mut [u8]) {
///         bytes[..2].copy_from_slice(&[self.id << 4 | self.len, self.sum]);
///     }
///     fn id(&self) -> u32 { self.id.into() }
///     fn payload_len(&self) -> usize { self.len.into() }
///     fn verify(&self, payload: &[u8]) -> Result<(), DecodeError> {
///         if sum(payload) == self.sum { return Ok(()) }
///         Err(DecodeError::new(DecodeErrorKind::InvalidChecksum, 1))
///     }
/// }
///
/// let mut bytes = [0; 2];
/// Tiny::describe(7, 0, &[1, 2, 3])?.write(&mut bytes);
/// assert_eq!(bytes, [0x73, 6]);
/// assert!(Tiny::parse(&bytes)?.verify(&[1, 2, 4]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Header: Copy + core::fmt::Debug {
    /// The type of ids, which distinguish the protocol's messages.
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
    /// [`SIZE`](Self::SIZE); `None` when it takes more bytes to know. At most
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

    /// Shows the id as errors and programs print it: a number in hexadecimal, unless the header
    /// says otherwise.
    ///
    /// # Errors
    /// Returns an error of the formatter.
    #[cold]
    fn fmt_id(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:#04x?}", self.id())
    }

    /// Flags besides the id, as [`describe`](Self::describe) takes them; `None` when it
    /// has no room for them, or does not know. [`Strict`](crate::Strict) refuses a message
    /// whose own [flags](crate::Message::FLAGS) are others.
    #[inline]
    fn flags(&self) -> Option<u32> {
        None
    }

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
