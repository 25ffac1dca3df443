//! The bytes from which a value was decoded, for hashing them as received.

use core::fmt;
use core::hash::{Hash, Hasher};

use bytes::Bytes;
use codec_core::field::FromSpan;
use codec_core::{
    Borrowable, BorrowableElement, Cursor, Decodable, DecodableRef, DecodeError, Format,
    MemoryWalk, Reader, SeqRef, SeqShared, Shareable, ShareableElement, Size,
};

/// The encoded bytes of the struct that contains it, if the form of the message keeps the
/// payload: a borrowed and a shared message have them; an owned one has none and is encoded
/// again where they are needed.
///
/// It is never encoded and is not part of the value: any two are equal.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::block::{BlockHeader, BlockHeaderRef};
/// let payload = [7; 180];
/// let header: BlockHeaderRef = Consensus::from_slice_ref(&payload)?;
/// assert_eq!(header.raw.bytes(), Some(&payload[..]));
/// assert_eq!(Consensus::from_slice::<BlockHeader>(&payload)?.raw.bytes(), None);
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Raw<S = ()>(S);

/// Where [`Raw`] keeps bytes, if it does.
pub trait RawStorage {
    /// The bytes, or none when they are not kept.
    fn kept(&self) -> &[u8];
}

impl RawStorage for () {
    fn kept(&self) -> &[u8] {
        &[]
    }
}

impl RawStorage for &[u8] {
    fn kept(&self) -> &[u8] {
        self
    }
}

impl RawStorage for Bytes {
    fn kept(&self) -> &[u8] {
        self
    }
}

impl<S: RawStorage> Raw<S> {
    /// The bytes; `None` in an owned message and in values converted from one.
    pub fn bytes(&self) -> Option<&[u8]> {
        let bytes = self.0.kept();
        (!bytes.is_empty()).then_some(bytes)
    }
}

impl<S> PartialEq for Raw<S> {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl<S> Eq for Raw<S> {}

impl<S> Hash for Raw<S> {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

/// The number of bytes.
impl<S: RawStorage> fmt::Debug for Raw<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({})", self.0.kept().len())
    }
}

impl<'de> FromSpan<'de> for Raw {
    const LOOKS: bool = false;

    #[inline(always)]
    fn keep_span(
        &mut self,
        _cursor: &Cursor<'de>,
        _offset: usize,
        _bytes: &'de [u8],
    ) -> Result<(), DecodeError> {
        Ok(())
    }
}

impl<'de, S: FromSpan<'de> + Kept> FromSpan<'de> for Raw<S> {
    const LOOKS: bool = S::LOOKS;
    const COPIES: bool = S::COPIES;

    #[inline(always)]
    fn keep_span(
        &mut self,
        cursor: &Cursor<'de>,
        offset: usize,
        bytes: &'de [u8],
    ) -> Result<(), DecodeError> {
        self.0.keep_span(cursor, offset, bytes)
    }
}

/// A storage that keeps bytes.
trait Kept: RawStorage + Default {}

impl Kept for &[u8] {}
impl Kept for Bytes {}

/// Has no encoding: the bytes that it keeps are set by a span.
impl Decodable for Raw<Bytes> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::ZERO
    }

    #[inline(always)]
    fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Ok(Self::default())
    }

    fn memory<F: Format>(_walk: &mut MemoryWalk) {}
}

/// Has no encoding: the bytes that it keeps are set by a span.
impl<'de> DecodableRef<'de> for Raw<&'de [u8]> {
    #[inline(always)]
    fn ref_size<F: Format>() -> Size {
        Size::ZERO
    }

    #[inline(always)]
    fn decode_ref<F: Format>(_r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Ok(Self::default())
    }
}

impl Borrowable for Raw {
    type Ref<'de> = Raw<&'de [u8]>;

    #[inline(always)]
    fn to_ref(&self) -> Raw<&[u8]> {
        Raw::default()
    }

    #[inline(always)]
    fn from_ref<'de>(_borrowed: Raw<&'de [u8]>) -> Self
    where
        Self: 'de,
    {
        Self(())
    }
}

impl BorrowableElement for Raw {
    type Seq<'de> = SeqRef<'de, Raw<&'de [u8]>>;
}

impl Shareable for Raw {
    type Shared = Raw<Bytes>;

    #[inline(always)]
    fn from_shared(_shared: Raw<Bytes>) -> Self {
        Self(())
    }
}

impl ShareableElement for Raw {
    type SharedSeq = SeqShared<Raw<Bytes>>;
}
