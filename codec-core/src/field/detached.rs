//! Enums whose tag another field holds.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// An enum that can be written without its tag. `#[codec(detached)]` implements it, and
/// `#[codec(tag = ..)]` on a field asks for it.
///
/// ```
/// use codec_core::{Decode, Encode, EncodeError, Format, Sv2};
///
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(detached)]
/// enum Body {
///     #[codec(value = 1)] Number(u32),
///     #[codec(other)] Unknown(u8, #[codec(tail)] Vec<u8>),
/// }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// struct Record { kind: u8, #[codec(tag = kind, bytes = u16)] body: Body }
///
/// let record = Record { kind: 1, body: Body::Number(7) };
/// assert_eq!(Sv2::to_vec(&record)?, [1, 4, 0, 7, 0, 0, 0]);
/// let unknown = Record { kind: 9, body: Body::Unknown(9, vec![8]) };
/// assert_eq!(Sv2::from_slice::<Record>(&[9, 1, 0, 8]).unwrap(), unknown);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be encoded with its tag in another field",
    label = "`tag = ..` on a field is for an enum with `#[codec(detached)]`"
)]
pub trait EncodeDetached {
    /// The tag of the value.
    fn tag(&self) -> u64;

    /// Encoded length of what follows the tag.
    fn content_len<F: Format>(&self) -> usize;

    /// Writes what follows the tag.
    ///
    /// # Errors
    /// The errors of the fields.
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

/// An enum that can be read after a tag from elsewhere. See [`EncodeDetached`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be decoded with its tag in another field",
    label = "`tag = ..` on a field is for an enum with `#[codec(detached)]`"
)]
pub trait DecodeDetached<'de>: Sized {
    /// Reads what follows this tag.
    ///
    /// # Errors
    /// [`InvalidTag`](DecodeErrorKind::InvalidTag) where the content begins, and those of the
    /// fields.
    fn decode_detached<F: Format>(r: &mut Reader<'de, F>, tag: u64) -> Result<Self, DecodeError>;
}

/// The tag that an expression over other fields gives.
///
/// # Errors
/// [`InvalidTag`](DecodeErrorKind::InvalidTag) when it is negative.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn detached_tag<F: Format, N: TryInto<u64>>(
    r: &Reader<'_, F>,
    tag: N,
) -> Result<u64, DecodeError> {
    tag.try_into().map_err(|_| r.error(DecodeErrorKind::InvalidTag))
}

/// Writes a value whose tag other fields say.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when it has another tag, and
/// those of the value.
#[inline]
pub fn write_detached<F: Format, N: TryInto<u64>>(
    w: &mut Writer<'_, F>,
    value: &impl EncodeDetached,
    tag: N,
) -> Result<(), EncodeError> {
    if tag.try_into().ok() != Some(value.tag()) {
        return Err(w.error(EncodeErrorKind::InconsistentFields));
    }
    value.encode_content(w)
}
