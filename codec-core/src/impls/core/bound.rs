//! The bound of a range: a tag (unbounded 0, included 1, excluded 2), and the value.

use core::ops::Bound::{self, Excluded, Included, Unbounded};

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::field::{FormatWidth, Tag};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

#[cfg_attr(not(debug_assertions), inline(always))]
const fn tag<T>(bound: &Bound<T>) -> u32 {
    match bound {
        Unbounded => 0,
        Included(_) => 1,
        Excluded(_) => 2,
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn read<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    content: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<Bound<T>, DecodeError> {
    const { Unsupported::refuse(F::RULES.unsupported.bound) };
    let start = r.offset();
    match FormatWidth::read(r)? {
        0 => Ok(Unbounded),
        1 => content(r).map(Included),
        2 => content(r).map(Excluded),
        _ => Err(DecodeError::new(DecodeErrorKind::InvalidTag, start)),
    }
}

impl<T: Encode> Encode for Bound<T> {
    sizes!(encoded_size: Size::at_least(F::tag_size().min));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        let len = match self {
            Unbounded => 0,
            Included(value) | Excluded(value) => value.encoded_len::<F>(),
        };
        len.wrapping_add(F::tag_len(tag(self)))
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.bound) };
        F::write_tag(w.output(), tag(self))?;
        match self {
            Unbounded => Ok(()),
            Included(value) | Excluded(value) => value.encode(w),
        }
    }
}

impl<T: Decodable> Decodable for Bound<T> {
    sizes!(size: Size::at_least(F::tag_size().min));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        read(r, T::decode)
    }

    crate::value::memory::memory_of!(T);
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for Bound<T> {
    sizes!(ref_size: Size::at_least(F::tag_size().min));

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        read(r, T::decode_ref)
    }
}

crate::form::element::mapped! {
    Bound<T>; |it, (lend,)| it.as_ref().map(lend); |it, (own,)| it.map(own)
}
