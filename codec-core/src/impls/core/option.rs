//! `Option`: a tag, then the value. Stratum V2's `OPTION[T]` has the same bytes. With an attribute
//! that says how its count is encoded, it is a sequence of zero or one.

use crate::error::{DecodeError, EncodeError};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::counted::Counted;
use crate::value::decode::Decodable;
use crate::value::decode_ref::{DecodableRef, decode_part};
use crate::value::encode::Encode;
use crate::value::varying::encode_field;
use crate::write::writer::Writer;

impl<T: Encode> Encode for Option<T> {
    const OPEN: bool = T::OPEN;

    sizes!(encoded_size: Size::at_least(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        match self {
            Some(value) => value.encoded_len::<F>().wrapping_add(1),
            None => 1,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        w.option_tag(self.is_some())?;
        match self {
            Some(value) => encode_field(value, w),
            None => Ok(()),
        }
    }
}

impl<T: Decodable> Decodable for Option<T> {
    sizes!(size: Size::at_least(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        if r.option_tag()? { T::decode(r).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        match (r.option_tag()?, self) {
            (true, Some(value)) => value.decode_into(r),
            (true, absent) => {
                *absent = Some(T::decode(r)?);
                Ok(())
            }
            (false, present) => {
                *present = None;
                Ok(())
            }
        }
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.optional::<F, T>();
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for Option<T> {
    sizes!(ref_size: Size::at_least(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        if r.option_tag()? { decode_part(r).map(Some) } else { Ok(None) }
    }
}

impl<T: Encode> Counted for Option<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        usize::from(self.is_some())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn content_len<F: Format>(&self) -> usize {
        self.as_ref().map_or(0, T::encoded_len::<F>)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.as_ref().map_or(Ok(()), |value| value.encode(w))
    }
}

/// Returns whether the value is present, by a count.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<bool, DecodeError> {
    match count {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(r.over_limit(r.offset(), count, 1)),
    }
}

/// Returns whether any input remains.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_left<F: Format>(r: &mut Reader<'_, F>) -> bool {
    r.fetch_next();
    r.remaining() > 0
}

crate::value::counted::content! {own
    #[cfg_attr(not(debug_assertions), inline(always))] {T: Decodable} Option<T>;
    |r, count| if is_counted(r, count)? { T::decode(r).map(Some) } else { Ok(None) };
    if is_left(r) { T::decode(r).map(Some) } else { Ok(None) };
    over |own, r, count| match own {
        Some(value) if count == 1 => value.decode_into(r),
        _ => Self::decode_counted(r, count).map(|read| *own = read),
    }
}

crate::value::counted::content! {borrow
    #[cfg_attr(not(debug_assertions), inline(always))] {T: DecodableRef<'de>} Option<T>;
    |r, count| if is_counted(r, count)? { T::decode_ref(r).map(Some) } else { Ok(None) };
    if is_left(r) { T::decode_ref(r).map(Some) } else { Ok(None) }
}

crate::form::element::mapped! {
    Option<T>; |it, (lend,)| it.as_ref().map(lend); |it, (own,)| it.map(own)
}
