//! `Result`: a tag, and the value or the error.

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::field::{FormatWidth, Tag};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::record::Value;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

#[cfg_attr(not(debug_assertions), inline(always))]
fn tag_size<F: Format>() -> Size {
    if F::RULES.result_byte { Size::fixed(1) } else { F::tag_size() }
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn tag<F: Format>(ok: bool) -> u32 {
    if ok { F::RULES.ok_tag } else { 1 - F::RULES.ok_tag }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn size<F: Format>(ok: Size, err: Size) -> Size {
    tag_size::<F>().and(ok.or(err))
}

/// Reads whether it is `Ok`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn read_tag<F: Format>(r: &mut Reader<'_, F>) -> Result<bool, DecodeError> {
    let start = r.offset();
    let tag = if F::RULES.result_byte {
        r.fetch(1);
        let tag = r.cursor_mut().byte()?;
        r.note_value(start, || Value::Unsigned(tag.into()));
        tag.into()
    } else {
        FormatWidth::read(r)?
    };
    match tag {
        0 | 1 => Ok(tag == u64::from(F::RULES.ok_tag)),
        _ => Err(DecodeError::new(DecodeErrorKind::InvalidTag, start)),
    }
}

impl<T: Encode, E: Encode> Encode for Result<T, E> {
    sizes!(encoded_size: size::<F>(T::encoded_size::<F>(), E::encoded_size::<F>()));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        let tag_len = if F::RULES.result_byte { 1 } else { F::tag_len(tag::<F>(self.is_ok())) };
        let len = match self {
            Ok(value) => value.encoded_len::<F>(),
            Err(error) => error.encoded_len::<F>(),
        };
        len.wrapping_add(tag_len)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.result) };
        let tag = tag::<F>(self.is_ok());
        if F::RULES.result_byte {
            w.byte(u8::from(tag == 1))?;
        } else {
            F::write_tag(w.output(), tag)?;
        }
        match self {
            Ok(value) => value.encode(w),
            Err(error) => error.encode(w),
        }
    }
}

impl<T: Decodable, E: Decodable> Decodable for Result<T, E> {
    sizes!(size: size::<F>(T::size::<F>(), E::size::<F>()));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.result) };
        if read_tag(r)? { T::decode(r).map(Ok) } else { E::decode(r).map(Err) }
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.result) };
        match (read_tag(r)?, self) {
            (true, Ok(value)) => return value.decode_into(r),
            (false, Err(error)) => return error.decode_into(r),
            (true, other) => *other = Ok(T::decode(r)?),
            (false, other) => *other = Err(E::decode(r)?),
        }
        Ok(())
    }

    crate::value::memory::memory_of!(T, E);
}

impl<'de, T: DecodableRef<'de>, E: DecodableRef<'de>> DecodableRef<'de> for Result<T, E> {
    sizes!(ref_size: size::<F>(T::ref_size::<F>(), E::ref_size::<F>()));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.result) };
        if read_tag(r)? { T::decode_ref(r).map(Ok) } else { E::decode_ref(r).map(Err) }
    }
}

crate::form::element::mapped! {
    Result<T, E>;
    |it, (lend, lend_error)| it.as_ref().map(lend).map_err(lend_error);
    |it, (own, own_error)| it.map(own).map_err(own_error)
}
