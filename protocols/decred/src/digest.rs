//! The 32 bytes that name a block, a transaction or a mixing message.

use core::fmt;

use codec_core::{
    Borrowable, Decodable, DecodableRef, DecodeError, Encode, EncodeError, Format, Reader, SeqRef,
    SeqShared, Shareable, Size, Writer,
};

use crate::blake256::blake256;

/// A BLAKE-256 hash, in the order of the wire. Shown as Decred shows it: hex,
/// the last byte first.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::Digest;
/// let mut hash = Digest::default();
/// hash.0[0] = 0xab;
/// assert_eq!(hash.to_string(), format!("{}ab", "00".repeat(31)));
/// assert_eq!(Consensus::to_vec(&hash)?[..2], [0xab, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(blake256(bytes))
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Encode for Digest {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(32)
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        32
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.array(&self.0)
    }
}

impl Decodable for Digest {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(32)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.array().map(|bytes| Self(*bytes))
    }
}

impl<'de> DecodableRef<'de> for Digest {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(32)
    }

    #[inline(always)]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode(r)
    }
}

impl Borrowable for Digest {
    type Ref<'de> = Self;
    type Seq<'de> = SeqRef<'de, Self>;

    #[inline(always)]
    fn to_ref(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn from_ref<'de>(borrowed: Self) -> Self
    where
        Self: 'de,
    {
        borrowed
    }

    #[inline]
    fn seq_to_ref(items: &[Self]) -> SeqRef<'_, Self> {
        SeqRef::from_owned(items)
    }

    #[inline]
    fn seq_from_ref<'de, E: Extend<Self>>(borrowed: SeqRef<'de, Self>, items: &mut E)
    where
        Self: 'de,
    {
        items.extend(borrowed);
    }
}

impl Shareable for Digest {
    type Shared = Self;
    type SharedSeq = SeqShared<Self>;

    #[inline(always)]
    fn from_shared(shared: Self) -> Self {
        shared
    }

    #[inline]
    fn seq_from_shared<E: Extend<Self>>(shared: SeqShared<Self>, items: &mut E) {
        items.extend(&shared);
    }
}
