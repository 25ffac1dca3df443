//! `Uuid`: sixteen bytes in their order, behind a length where the reference
//! carries it through serde, as bytes.

use uuid::Uuid;

use crate::{
    Decodable, DecodeError, DecodeErrorKind, Encode, EncodeError, Format, Reader, Size, Writer,
};

const LEN: usize = 16;

#[inline(always)]
fn prefix<F: Format>() -> Size {
    match F::len_size() {
        _ if !F::UUID_LENGTH => Size::ZERO,
        size if size.fixed => size,
        _ => Size::at_least(1),
    }
}

impl Encode for Uuid {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        prefix::<F>().and(Size::fixed(LEN))
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        if F::UUID_LENGTH { F::len_len(LEN) + LEN } else { LEN }
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        if F::UUID_LENGTH {
            w.length(LEN)?;
        }
        w.array(self.as_bytes())
    }
}

impl Decodable for Uuid {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        prefix::<F>().and(Size::fixed(LEN))
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        if F::UUID_LENGTH && r.length()? != LEN {
            return Err(DecodeError::new(DecodeErrorKind::InvalidValue, start));
        }
        r.array().map(|bytes| Self::from_bytes(*bytes))
    }
}

crate::impl_plain!(Uuid);
