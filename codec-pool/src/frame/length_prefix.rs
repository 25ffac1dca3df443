//! The headers of protocols that put nothing but a length before a message.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

use codec_core::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Header};

/// In which order the bytes of a [`LengthPrefix`] come.
pub trait ByteOrder: sealed::Sealed + Copy + fmt::Debug + 'static {
    /// Whether the least significant byte comes first.
    const LITTLE: bool;
}

mod sealed {
    pub trait Sealed {}
}

/// The least significant byte first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LittleEndian;

/// The most significant byte first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BigEndian;

impl sealed::Sealed for LittleEndian {}
impl sealed::Sealed for BigEndian {}

impl ByteOrder for LittleEndian {
    const LITTLE: bool = true;
}

impl ByteOrder for BigEndian {
    const LITTLE: bool = false;
}

/// A header of `N` bytes, 1 to 8, that hold the payload's length, the least
/// significant byte first unless `O` says otherwise. Messages have no id.
///
/// ```
/// use codec_core::Header;
/// use codec_pool::{BigEndian, LengthPrefix};
/// let header = LengthPrefix::<3>::describe((), 0, &[0; 0x010203])?;
/// let mut bytes = [0; 3];
/// header.write(&mut bytes);
/// assert_eq!(bytes, [3, 2, 1]);
/// assert_eq!(LengthPrefix::<3>::parse(&bytes).map(|h| h.payload_len()), Ok(0x010203));
/// let header = LengthPrefix::<4, BigEndian>::parse(&[0, 0, 2, 1]).expect("any four bytes are");
/// assert_eq!(header.payload_len(), 0x0201);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LengthPrefix<const N: usize, O = LittleEndian> {
    len: usize,
    order: PhantomData<O>,
}

impl<const N: usize, O: ByteOrder> LengthPrefix<N, O> {
    /// Length and order do not matter to what a header is.
    const fn of(len: usize) -> Self {
        Self { len, order: PhantomData }
    }
}

impl<const N: usize, O: ByteOrder> Header for LengthPrefix<N, O> {
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
        let value = if O::LITTLE {
            wide[..Self::SIZE].copy_from_slice(&bytes[..Self::SIZE]);
            u64::from_le_bytes(wide)
        } else {
            wide[8 - Self::SIZE..].copy_from_slice(&bytes[..Self::SIZE]);
            u64::from_be_bytes(wide)
        };
        // What does not fit is over any limit, and so is the largest `usize`.
        Ok(Self::of(usize::try_from(value).unwrap_or(usize::MAX)))
    }

    #[inline]
    fn describe((): Self::Id, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        if payload.len() > Self::MAX_PAYLOAD {
            return Err(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0));
        }
        Ok(Self::of(payload.len()))
    }

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        let len = self.len as u64;
        if O::LITTLE {
            bytes[..Self::SIZE].copy_from_slice(&len.to_le_bytes()[..Self::SIZE]);
        } else {
            bytes[..Self::SIZE].copy_from_slice(&len.to_be_bytes()[8 - Self::SIZE..]);
        }
    }

    fn id(&self) {}

    #[inline]
    fn payload_len(&self) -> usize {
        self.len
    }
}

/// A header of 1 to 10 bytes that hold the payload's length as LEB128: seven
/// bits a byte, the least significant first, as Protocol Buffers delimit
/// messages. Messages have no id.
///
/// A length that is not in its shortest form is refused, so that a stream has
/// one encoding.
///
/// ```
/// use codec_core::Bincode;
/// use codec_pool::{FrameReader, FrameWriter, Pool, VarintPrefix};
/// let mut writer = FrameWriter::<VarintPrefix>::new(Pool::default());
/// writer.write_message::<Bincode, _>((), 0, &[7u8; 300])?;
/// let mut wire = Vec::new();
/// writer.flush(&mut wire)?;
/// assert_eq!((wire.len(), &wire[..3]), (302, &[0xac, 0x02, 7][..]));
/// let mut reader = FrameReader::<VarintPrefix>::new(Pool::default());
/// reader.feed(&wire)?;
/// assert_eq!(reader.next_frame()?.expect("all of it is there").payload(), [7; 300]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VarintPrefix {
    len: usize,
}

impl Header for VarintPrefix {
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
