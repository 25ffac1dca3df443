//! Fields that are there when other fields say so.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

impl<F: Format> Reader<'_, F> {
    /// Reads a value when it is present. Generated code calls this for
    /// `#[codec(if = ..)]`.
    ///
    /// # Errors
    /// Those of `read`.
    #[inline(always)]
    pub fn present_if<T>(
        &mut self,
        present: bool,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        if present { read(self).map(Some) } else { Ok(None) }
    }

    /// As [`present_if`](Self::present_if), over an existing value.
    ///
    /// # Errors
    /// Those of `read` and `read_into`.
    #[inline(always)]
    pub fn present_if_into<T>(
        &mut self,
        present: bool,
        value: &mut Option<T>,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
        read_into: impl FnOnce(&mut Self, &mut T) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        match value {
            Some(value) if present => read_into(self, value),
            _ => {
                *value = self.present_if(present, read)?;
                Ok(())
            }
        }
    }
}

impl<F: Format> Writer<'_, F> {
    /// Writes a value that other fields say is present, or is not.
    ///
    /// # Errors
    /// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when the
    /// value says otherwise, and those of `write`.
    #[inline(always)]
    pub fn present_if<T>(
        &mut self,
        present: bool,
        value: &Option<T>,
        write: impl FnOnce(&mut Self, &T) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        match value {
            Some(value) if present => write(self, value),
            None if !present => Ok(()),
            _ => Err(self.error(EncodeErrorKind::InconsistentFields)),
        }
    }
}
