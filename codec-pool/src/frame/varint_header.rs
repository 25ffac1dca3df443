//! The header of protocols that put a length of varying width before a message.
#![forbid(unsafe_code)]

use codec_core::{DecodeError, DecodeErrorKind, EncodeError, Header};

/// A header of 1 to 10 bytes that hold the payload's length as LEB128: seven
/// bits a byte, the least significant first, as Protocol Buffers delimit
/// messages. Messages have no id.
///
/// A length that is not in its shortest form is refused, so that a stream has
/// one encoding.
///
/// ```
/// use codec_core::Bincode;
/// use codec_pool::{FrameReader, FrameWriter, Pool, VarintHeader};
/// let mut writer = FrameWriter::<VarintHeader>::new(Pool::default());
/// writer.write_message::<Bincode, _>((), 0, &[7u8; 300])?;
/// let mut wire = Vec::new();
/// writer.flush(&mut wire)?;
/// assert_eq!((wire.len(), &wire[..3]), (302, &[0xac, 0x02, 7][..]));
/// let mut reader = FrameReader::<VarintHeader>::new(Pool::default());
/// reader.feed(&wire)?;
/// assert_eq!(reader.next_frame()?.expect("all of it is there").payload(), [7; 300]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VarintHeader {
    len: usize,
}

impl Header for VarintHeader {
    type Id = ();

    const SIZE: usize = 1;
    const MAX_SIZE: usize = 10;
    const MAX_PAYLOAD: usize = usize::MAX - Self::MAX_SIZE;

    #[inline]
    fn extent(bytes: &[u8]) -> Option<usize> {
        let head = &bytes[..bytes.len().min(Self::MAX_SIZE)];
        match head.iter().position(|byte| byte & 0x80 == 0) {
            Some(last) => Some(last + 1),
            None if head.len() == Self::MAX_SIZE => Some(Self::MAX_SIZE),
            None => None,
        }
    }

    #[inline]
    fn size_for(len: usize) -> usize {
        let bits = usize::BITS - (len | 1).leading_zeros();
        bits.div_ceil(7) as usize
    }

    /// Refuses what is wider than 64 bits
    /// ([`VarintOverflow`](DecodeErrorKind::VarintOverflow)) and what is longer
    /// than it needs to be ([`NonCanonical`](DecodeErrorKind::NonCanonical)).
    #[inline]
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let last = bytes.len() - 1;
        if bytes[last] & 0x80 != 0 || (bytes.len() == Self::MAX_SIZE && bytes[last] > 1) {
            return Err(DecodeError::new(DecodeErrorKind::VarintOverflow, last));
        }
        if last > 0 && bytes[last] == 0 {
            return Err(DecodeError::new(DecodeErrorKind::NonCanonical, last));
        }
        let value = bytes.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f));
        Ok(Self { len: usize::try_from(value).unwrap_or(usize::MAX) })
    }

    #[inline]
    fn describe((): Self::Id, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        Ok(Self { len: payload.len() })
    }

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        let (mut rest, size) = (self.len, self.size());
        for (index, byte) in bytes[..size].iter_mut().enumerate() {
            let more = if index + 1 < size { 0x80 } else { 0 };
            *byte = rest.to_le_bytes()[0] & 0x7f | more;
            rest >>= 7;
        }
    }

    fn id(&self) {}

    #[inline]
    fn payload_len(&self) -> usize {
        self.len
    }
}
