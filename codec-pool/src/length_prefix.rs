//! The header of protocols that put nothing but a length before a message.
#![forbid(unsafe_code)]

use codec_core::{DecodeError, EncodeError, EncodeErrorKind, Header};

/// A header of `N` bytes, 1 to 8, that hold the payload's length, the least
/// significant byte first. Messages have no id.
///
/// ```
/// use codec_core::Header;
/// use codec_pool::LengthPrefix;
/// let header = LengthPrefix::<3>::describe((), 0, &[0; 0x010203])?;
/// let mut bytes = [0; 3];
/// header.write(&mut bytes);
/// assert_eq!(bytes, [3, 2, 1]);
/// assert_eq!(LengthPrefix::<3>::parse(&bytes).map(|h| h.payload_len()), Ok(0x010203));
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LengthPrefix<const N: usize> {
    len: usize,
}

impl<const N: usize> Header for LengthPrefix<N> {
    type Id = ();

    const SIZE: usize = {
        assert!(1 <= N && N <= 8, "a length prefix has 1 to 8 bytes");
        N
    };

    const MAX_PAYLOAD: usize =
        if N < size_of::<usize>() { (1 << (8 * N)) - 1 } else { usize::MAX - N };

    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut wide = [0; 8];
        wide[..Self::SIZE].copy_from_slice(&bytes[..Self::SIZE]);
        // What does not fit is over any limit, and so is the largest `usize`.
        let len = usize::try_from(u64::from_le_bytes(wide)).unwrap_or(usize::MAX);
        Ok(Self { len })
    }

    fn describe((): Self::Id, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        if payload.len() > Self::MAX_PAYLOAD {
            return Err(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0));
        }
        Ok(Self { len: payload.len() })
    }

    fn write(&self, bytes: &mut [u8]) {
        bytes[..Self::SIZE].copy_from_slice(&(self.len as u64).to_le_bytes()[..Self::SIZE]);
    }

    fn id(&self) {}

    fn payload_len(&self) -> usize {
        self.len
    }
}
