//! Reading, writing and borrowing of strings in UTF-16.
#![forbid(unsafe_code)]

use super::utf16::{UNIT, lone_surrogate};
use super::{LengthPrefix, Storage, Utf16Text};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// Reads the prefix and checks the string after it, of at most `max` bytes;
/// returns its length in bytes.
#[inline]
fn check<F: Format, L: LengthPrefix>(
    r: &mut Reader<'_, F>,
    max: usize,
) -> Result<usize, DecodeError> {
    let start = r.offset();
    let count = L::read(r)?;
    let len = count.saturating_mul(UNIT);
    if len > max {
        return Err(r.over_limit(start, count, max / UNIT));
    }
    r.fetch(len);
    r.cursor().ensure(len)?;
    match lone_surrogate(&r.cursor().rest()[..len]) {
        Some(at) => Err(DecodeError::new(DecodeErrorKind::InvalidChar, r.offset() + at)),
        None => Ok(len),
    }
}

impl<L: LengthPrefix, S: AsRef<[u8]>> Encode for Utf16Text<L, S> {
    sizes!(encoded_size: Size::at_least(L::SIZE));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        L::SIZE + self.as_bytes().len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        L::write(w.output(), self.len())?;
        w.bytes(self.as_bytes())
    }
}

impl<L: LengthPrefix, S: Storage> Decodable for Utf16Text<L, S> {
    sizes!(size: Size::at_least(L::SIZE));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let len = check::<F, L>(r, S::CAPACITY)?;
        S::read(r, len, false).map(Self::unchecked)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let len = check::<F, L>(r, S::CAPACITY)?;
        self.inner_mut().read_over(r, len, false)
    }

    #[inline]
    fn skip<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let len = check::<F, L>(r, S::CAPACITY)?;
        r.take(len).map(drop)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.content(usize::from(S::ALLOCATES));
    }
}

impl<'de, L: LengthPrefix> DecodableRef<'de> for Utf16Text<L, &'de [u8]> {
    sizes!(ref_size: Size::at_least(L::SIZE));

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        let len = check::<F, L>(r, usize::MAX)?;
        r.take(len).map(Self::unchecked)
    }
}

super::bounded_codec::forms!({L: LengthPrefix} Utf16Text<L>);
