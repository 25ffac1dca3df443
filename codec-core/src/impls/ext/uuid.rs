//! `Uuid`: sixteen bytes in their order, after a length where the reference implementation encodes
//! it through serde, as bytes.

use uuid::Uuid;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Quirk};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

const LEN: usize = 16;

const fn has_length<F: Format>() -> bool {
    const { !F::RULES.has(Quirk::UUID_WITHOUT_LENGTH) }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn prefix<F: Format>() -> Size {
    match F::len_size() {
        _ if !has_length::<F>() => Size::ZERO,
        size if size.fixed => size,
        _ => Size::at_least(1),
    }
}

impl Encode for Uuid {
    sizes!(encoded_size: prefix::<F>().and(Size::fixed(LEN)));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        if has_length::<F>() { F::len_len(LEN) + LEN } else { LEN }
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        if has_length::<F>() {
            w.length(LEN)?;
        }
        w.array(self.as_bytes())
    }
}

impl Decodable for Uuid {
    sizes!(size: prefix::<F>().and(Size::fixed(LEN)));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        if has_length::<F>() && r.length()? != LEN {
            return Err(DecodeError::new(DecodeErrorKind::InvalidValue, start));
        }
        r.array().map(|bytes| Self::from_bytes(*bytes))
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(Uuid);
