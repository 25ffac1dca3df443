//! Counts that are separate from what they count: `CompactSize`, encoded as lengths are.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "`with` lends the value")]

use codec_core::schema::{Kind, Schema, SchemaRef};
use codec_core::{DecodeError, DecodeErrorKind, EncodeError, Format, Reader, Size, Writer};

pub(crate) const SCHEMA: SchemaRef =
    SchemaRef::new(const { &Schema::new("CompactSize", Kind::Length(0xffff)) });

pub(crate) fn size<F: Format>() -> Size {
    F::len_size()
}

pub(crate) fn encoded_len<F: Format>(value: &u16) -> usize {
    F::len_len(usize::from(*value))
}

pub(crate) fn encode<F: Format>(value: &u16, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
    w.length(usize::from(*value))
}

pub(crate) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<u16, DecodeError> {
    let start = r.offset();
    let count = r.length()?;
    u16::try_from(count).map_err(|_| DecodeError::new(DecodeErrorKind::LengthOverLimit, start))
}
