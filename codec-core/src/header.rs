//! Frame headers: what stands before a payload on a stream.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError};

/// The fixed-size header of a protocol's frames.
///
/// A frame reader collects [`SIZE`](Self::SIZE) bytes, parses them, checks the
/// payload length against its limit before it reads the payload, and then
/// verifies the payload.
pub trait Header: Copy + core::fmt::Debug {
    /// What tells the protocol's messages apart.
    type Id: Copy + PartialEq + core::fmt::Debug + 'static;

    /// Size of the header in bytes.
    const SIZE: usize;

    /// The longest payload that the header can describe, in bytes.
    const MAX_PAYLOAD: usize;

    /// Parses exactly [`SIZE`](Self::SIZE) bytes.
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

    /// Writes exactly [`SIZE`](Self::SIZE) bytes.
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
