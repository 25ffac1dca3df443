//! The length prefix of one field.
#![forbid(unsafe_code)]

use super::width::{FormatWidth, Width};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::record::Value;
use crate::write::writer::Writer;

/// A length prefix or count: the format's [`FormatWidth`], or of a [`Width`] that the
/// field chooses (`#[codec(len = u16)]`).
pub trait Prefix {
    /// The size of a prefix.
    fn size<F: Format>() -> Size;

    /// The encoded length of the prefix for this length, in bytes.
    fn encoded_len<F: Format>(len: usize) -> usize;

    /// Reads a length, which is untrusted.
    ///
    /// # Errors
    /// [`LengthOverflow`](DecodeErrorKind::LengthOverflow) when it does not fit `usize`.
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<usize, DecodeError>;

    /// Writes a length.
    ///
    /// # Errors
    /// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit) when it does not fit.
    fn write<F: Format>(w: &mut Writer<'_, F>, len: usize) -> Result<(), EncodeError>;
}

impl Prefix for FormatWidth {
    sizes!(size: F::len_size());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(len: usize) -> usize {
        F::len_len(len)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<usize, DecodeError> {
        r.length()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: Format>(w: &mut Writer<'_, F>, len: usize) -> Result<(), EncodeError> {
        w.length(len)
    }
}

impl<W: Width> Prefix for W {
    sizes!(size: W::size());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(len: usize) -> usize {
        W::encoded_len(len as u64)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<usize, DecodeError> {
        let start = r.offset();
        let Ok(len) = usize::try_from(<W as Width>::read(r)?) else {
            return Err(DecodeError::new(DecodeErrorKind::LengthOverflow, start));
        };
        r.note_value(start, || Value::Length(len));
        Ok(len)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: Format>(w: &mut Writer<'_, F>, len: usize) -> Result<(), EncodeError> {
        if len as u64 > W::MAX {
            return Err(w.error(EncodeErrorKind::LengthOverLimit));
        }
        <W as Width>::write(w, len as u64)
    }
}
