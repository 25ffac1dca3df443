//! The marker of a transaction with witnesses: an input count of 0, which is otherwise invalid, and
//! a byte of flags (BIP144).
//!
//! It comes before the input count, whose first byte shows whether it is present. The derive has no
//! attribute for a field that looks ahead, so this module reads it. In a format whose counts have a
//! fixed width, such as `Bincode`, a count of 256 may begin with a zero byte too: there the marker is
//! a boolean.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "`with` lends the value")]
#![expect(clippy::extra_unused_type_parameters, reason = "`with` names the format")]

use codec_core::schema::{Kind, Schema, SchemaRef};
use codec_core::{
    Decodable, DecodeError, DecodeErrorKind, Encode, EncodeError, Format, Reader, Size, Writer,
};

/// No inputs, and the flag of witnesses.
pub(super) const MARKER: [u8; 2] = [0, 1];

pub(crate) const SCHEMA: SchemaRef = SchemaRef::new(
    const { &Schema::new("Marker", Kind::Opaque("the bytes 0 and 1 if there are witnesses")) },
);

/// Returns `true` if a count of the format begins with a zero byte only where it is zero.
fn looks_ahead<F: Format>() -> bool {
    F::len_len(1) == 1
}

pub(crate) fn size<F: Format>() -> Size {
    Size::at_least(0)
}

pub(crate) fn encoded_len<F: Format>(is_segwit: &bool) -> usize {
    match (looks_ahead::<F>(), is_segwit) {
        (true, true) => MARKER.len(),
        (true, false) => 0,
        (false, _) => 1,
    }
}

pub(crate) fn encode<F: Format>(
    is_segwit: &bool,
    w: &mut Writer<'_, F>,
) -> Result<(), EncodeError> {
    match (looks_ahead::<F>(), is_segwit) {
        (true, true) => w.array(&MARKER),
        (true, false) => Ok(()),
        (false, _) => is_segwit.encode(w),
    }
}

pub(crate) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<bool, DecodeError> {
    if !looks_ahead::<F>() {
        return bool::decode(r);
    }
    if r.cursor().rest().first() != Some(&0) {
        return Ok(false);
    }
    let flag_at = r.offset() + 1;
    if *r.array::<2>()? == MARKER {
        return Ok(true);
    }
    Err(DecodeError::new(DecodeErrorKind::InvalidValue, flag_at))
}
