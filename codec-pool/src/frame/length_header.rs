//! The header of protocols that put nothing but a length of fixed width before a message.
#![forbid(unsafe_code)]

use codec_core::{DecodeError, EncodeError, EncodeErrorKind, Header};

/// A header of `N` bytes, 1 to 8, that hold the payload's length, the least
/// significant byte first; with `BIG_ENDIAN`, which [`LengthHeaderBe`] is, the most
/// significant one. Messages have no id.
///
/// ```
/// use codec_core::Header;
/// use codec_pool::{LengthHeader, LengthHeaderBe};
/// let header = LengthHeader::<3>::describe((), 0, &[0; 0x010203])?;
/// let mut bytes = [0; 3];
/// header.write(&mut bytes);
/// assert_eq!(bytes, [3, 2, 1]);
/// assert_eq!(LengthHeader::<3>::parse(&bytes).map(|h| h.payload_len()), Ok(0x010203));
/// let header = LengthHeaderBe::<4>::parse(&[0, 0, 2, 1]).expect("any four bytes are");
/// assert_eq!(header.payload_len(), 0x0201);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LengthHeader<const N: usize, const BIG_ENDIAN: bool = false> {
    len: usize,
}

/// A [`LengthHeader`] with the most significant byte of the length first.
pub type LengthHeaderBe<const N: usize> = LengthHeader<N, true>;

impl<const N: usize, const BIG_ENDIAN: bool> Header for LengthHeader<N, BIG_ENDIAN> {
    type Id = ();

    const SIZE: usize = {
        assert!(1 <= N && N <= 8, "a length prefix has 1 to 8 bytes");
        N
    };

    const MAX_PAYLOAD: usize =
        if N < size_of::<usize>() { (1 << (8 * N)) - 1 } else { usize::MAX - N };

    #[inline]
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut wide = [0; 8];
        let value = if BIG_ENDIAN {
            wide[8 - Self::SIZE..].copy_from_slice(&bytes[..Self::SIZE]);
            u64::from_be_bytes(wide)
        } else {
            wide[..Self::SIZE].copy_from_slice(&bytes[..Self::SIZE]);
            u64::from_le_bytes(wide)
        };
        // A length that does not fit exceeds any limit, and so does `usize::MAX`.
        Ok(Self { len: usize::try_from(value).unwrap_or(usize::MAX) })
    }

    #[inline]
    fn describe((): Self::Id, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        if payload.len() > Self::MAX_PAYLOAD {
            return Err(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0));
        }
        Ok(Self { len: payload.len() })
    }

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        let len = self.len as u64;
        if BIG_ENDIAN {
            bytes[..Self::SIZE].copy_from_slice(&len.to_be_bytes()[8 - Self::SIZE..]);
        } else {
            bytes[..Self::SIZE].copy_from_slice(&len.to_le_bytes()[..Self::SIZE]);
        }
    }

    fn id(&self) {}

    #[inline]
    fn payload_len(&self) -> usize {
        self.len
    }
}
