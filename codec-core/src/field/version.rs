//! Structs that say their version, so that older and newer programs read them.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::io::cursor::Cursor;
use crate::io::target::Target;
use crate::read::fetch::by_cursor;
use crate::read::reader::Reader;
use crate::record::Value;
use crate::write::writer::Writer;

/// Reads the version that a versioned value begins with.
pub(crate) fn peek_version<F: Format>(input: &[u8]) -> Result<u32, DecodeError> {
    F::read_int::<u32>(&mut Cursor::new(input))
}

impl<F: Format> Reader<'_, F> {
    /// Reads a version, the length of a body, and the body, whose fields `read`
    /// takes as they were at that version. What a newer program added at the end
    /// is passed over. Generated code calls this for `#[codec(version = ..)]`.
    ///
    /// # Errors
    /// [`InvalidVersion`](DecodeErrorKind::InvalidVersion) for version 0,
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) at the end of a body
    /// that is too short for its version. Under
    /// [`Strict`](crate::format::Strict) also
    /// [`NonCanonical`](DecodeErrorKind::NonCanonical) for a version other than
    /// `known` and for a body that is longer than its fields.
    #[inline]
    pub fn versioned<T>(
        &mut self,
        known: u32,
        read: impl FnOnce(&mut Self, u32) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.version) };
        let start = self.offset();
        let version = by_cursor!(F: self, F::int_size::<u32>().min, F::read_int::<u32>)?;
        self.note_value(start, || Value::Unsigned(version.into()));
        if version == 0 {
            return Err(DecodeError::new(DecodeErrorKind::InvalidVersion, start));
        }
        if F::RULES.strict && version != known {
            return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
        }
        let len = self.length()?;
        let offset = self.offset();
        self.fetch(len);
        let body = self.cursor_mut().take(len)?;
        let body = self.cursor().chunk(body, offset);
        let after = core::mem::replace(self.cursor_mut(), body);
        let supply = self.take_supply();
        let outcome = read(self, version);
        self.set_supply(supply);
        if Self::FETCHES && outcome.is_err() {
            self.close();
        }
        let left = self.cursor().clone();
        *self.cursor_mut() = after.charged_as(&left);
        let value = outcome?;
        if F::RULES.strict && left.remaining() > 0 {
            return Err(left.error(DecodeErrorKind::NonCanonical));
        }
        Ok(value)
    }
}

impl<'de, F: Format> Reader<'de, F> {
    /// Where a field begins of which [`retired`](Self::retired) asks what it held.
    #[inline(always)]
    pub const fn field_start(&self) -> FieldStart<'de> {
        FieldStart { start: self.offset(), input: self.cursor().rest() }
    }

    /// Holds the bytes that were read since `field` against those that are written
    /// for a retired field, under [`Strict`](crate::format::Strict) alone.
    /// Generated code calls this for `#[codec(retired = ..)]`.
    ///
    /// Without `alloc`, a field of more than 256 bytes is refused.
    ///
    /// # Errors
    /// [`NonCanonical`](DecodeErrorKind::NonCanonical) where the field begins.
    #[inline]
    pub fn retired(
        &self,
        field: FieldStart<'de>,
        write: impl FnOnce(&mut Writer<'_, F>) -> Result<(), EncodeError>,
    ) -> Result<(), DecodeError> {
        if !F::RULES.strict {
            return Ok(());
        }
        let held = self.since(field.start, field.input);
        let len = held.len();
        #[cfg(feature = "alloc")]
        let mut bytes = alloc::vec![0; len];
        #[cfg(not(feature = "alloc"))]
        let mut bytes = [0; 256];
        let written = bytes[..].write_with(len, |out| {
            let mut w = Writer::<F>::new(out);
            write(&mut w)?;
            Ok(w.into_output())
        });
        if written == Ok(len) && bytes[..len] == *held {
            return Ok(());
        }
        Err(DecodeError::new(DecodeErrorKind::NonCanonical, field.start))
    }
}

/// Where a field begins.
#[derive(Debug, Clone, Copy)]
pub struct FieldStart<'de> {
    start: usize,
    input: &'de [u8],
}

impl<F: Format> Writer<'_, F> {
    /// Writes a version, the length of a body of `len` bytes, and the body.
    /// Generated code calls this for `#[codec(version = ..)]`.
    ///
    /// # Errors
    /// Those of `write`.
    #[inline]
    pub fn versioned(
        &mut self,
        version: u32,
        len: usize,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.version) };
        self.int(version)?;
        self.length(len)?;
        write(self)
    }

    /// As [`versioned`](Self::versioned), of a body whose length is known once it is
    /// written: that of a borrowed or shared form, which would be read for its length at
    /// every level that it stands in. Generated code calls this.
    ///
    /// # Errors
    /// Those of `write`.
    #[inline]
    pub fn versioned_by_writing(
        &mut self,
        version: u32,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.version) };
        let mark = self.written();
        write(self)?;
        let len = self.written().saturating_sub(mark);
        self.int(version)?;
        self.length(len)?;
        let written = self.output().written_since(mark);
        if written.len() < len {
            return Err(self.error(EncodeErrorKind::ForeignWriter));
        }
        written.rotate_left(len);
        Ok(())
    }
}

/// The size of a versioned value, whatever its fields: a program that wrote
/// another version may have sent fewer.
#[inline(always)]
pub fn versioned_size<F: Format>() -> Size {
    Size::at_least(F::int_size::<u32>().min.saturating_add(F::len_size().min))
}

/// Encoded length of a versioned value with a body of `len` bytes.
#[inline(always)]
pub fn versioned_len<F: Format>(version: u32, len: usize) -> usize {
    F::int_len(version).wrapping_add(F::len_len(len)).wrapping_add(len)
}
