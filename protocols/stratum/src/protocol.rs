//! The subprotocol that a connection is for.

use core::fmt;

use codec_core::{
    Borrowable, Decodable, DecodableRef, DecodeError, DecodeErrorKind, Encode, EncodeError, Format,
    Reader, SeqRef, SeqShared, Shareable, Size, Writer,
};

/// What is spoken on a connection (Stratum V2 specification, section 3.6.1):
/// one byte, in every format.
///
/// ```
/// use codec_core::{DecodeErrorKind, Format, Sv2};
/// use codec_stratum::Subprotocol;
/// assert_eq!(Sv2::to_vec(&Subprotocol::TemplateDistribution)?, [2]);
/// assert_eq!(Sv2::from_slice::<Subprotocol>(&[1])?, Subprotocol::JobDeclaration);
/// let error = Sv2::from_slice::<Subprotocol>(&[3]).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::InvalidTag);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Subprotocol {
    /// Work and its results.
    Mining = 0,
    /// Jobs that the miner's side has put together.
    JobDeclaration = 1,
    /// Block templates from a node.
    TemplateDistribution = 2,
}

impl fmt::Display for Subprotocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mining => "mining",
            Self::JobDeclaration => "job declaration",
            Self::TemplateDistribution => "template distribution",
        })
    }
}

impl Encode for Subprotocol {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(1)
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        1
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(*self as u8)
    }
}

impl Decodable for Subprotocol {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(1)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        match r.byte()? {
            0 => Ok(Self::Mining),
            1 => Ok(Self::JobDeclaration),
            2 => Ok(Self::TemplateDistribution),
            _ => Err(DecodeError::new(DecodeErrorKind::InvalidTag, start)),
        }
    }
}

impl<'de> DecodableRef<'de> for Subprotocol {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        <Self as Decodable>::size::<F>()
    }

    #[inline(always)]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode(r)
    }
}

impl Borrowable for Subprotocol {
    type Ref<'de> = Self;
    type Seq<'de> = SeqRef<'de, Self>;

    #[inline]
    fn to_ref(&self) -> Self {
        *self
    }

    #[inline]
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

impl Shareable for Subprotocol {
    type Shared = Self;
    type SharedSeq = SeqShared<Self>;

    #[inline]
    fn from_shared(shared: Self) -> Self {
        shared
    }

    #[inline]
    fn seq_from_shared<E: Extend<Self>>(shared: SeqShared<Self>, items: &mut E) {
        items.extend(&shared);
    }
}
