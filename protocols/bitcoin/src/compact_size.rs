//! Numbers encoded as lengths are: `CompactSize`, in its shortest form.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "`with` lends the value")]
#![expect(clippy::extra_unused_type_parameters, reason = "`with` names the format")]

use codec_core::schema::{Kind, Schema, SchemaRef};
use codec_core::{DecodeError, DecodeErrorKind, EncodeError, Format, Reader, Size, Writer};

pub(crate) const SCHEMA: SchemaRef =
    SchemaRef::new(const { &Schema::new("CompactSize", Kind::Length(u64::MAX)) });

/// The same of at most 16 bits.
pub(crate) mod short {
    use super::{DecodeError, DecodeErrorKind, EncodeError, Format, Kind, Reader, Schema};
    use super::{SchemaRef, Size, Writer};

    pub(crate) const SCHEMA: SchemaRef =
        SchemaRef::new(const { &Schema::new("CompactSize", Kind::Length(0xffff)) });

    pub(crate) fn size<F: Format>() -> Size {
        super::size::<F>()
    }

    pub(crate) fn encoded_len<F: Format>(value: &u16) -> usize {
        super::encoded_len::<F>(&u64::from(*value))
    }

    pub(crate) fn encode<F: Format>(value: &u16, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        super::encode(&u64::from(*value), w)
    }

    pub(crate) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<u16, DecodeError> {
        let start = r.offset();
        let number = super::decode(r)?;
        u16::try_from(number)
            .map_err(|_| DecodeError::new(DecodeErrorKind::IntegerOutOfRange, start))
    }
}

pub(crate) fn size<F: Format>() -> Size {
    Size::at_least(1)
}

pub(crate) fn encoded_len<F: Format>(value: &u64) -> usize {
    match value {
        0..=0xfc => 1,
        0xfd..=0xffff => 3,
        0x1_0000..=0xffff_ffff => 5,
        _ => 9,
    }
}

/// Encodes by hand, since a length is a `usize`, which may have fewer bits.
pub(crate) fn encode<F: Format>(value: &u64, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
    let bytes = value.to_le_bytes();
    let (first, len) = match value {
        0..=0xfc => return w.byte(bytes[0]),
        0xfd..=0xffff => (0xfd, 2),
        0x1_0000..=0xffff_ffff => (0xfe, 4),
        _ => (0xff, 8),
    };
    w.byte(first)?;
    w.bytes(&bytes[..len])
}

pub(crate) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError> {
    let start = r.offset();
    let (value, least) = match r.byte()? {
        0xfd => (u16::from_le_bytes(*r.array()?).into(), 0xfd),
        0xfe => (u32::from_le_bytes(*r.array()?).into(), 0x1_0000),
        0xff => (u64::from_le_bytes(*r.array()?), 0x1_0000_0000),
        small => (small.into(), 0),
    };
    if value < least {
        return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
    }
    Ok(value)
}
