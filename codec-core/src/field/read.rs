//! Reading a field that has attributes.
#![forbid(unsafe_code)]

use super::{FromSpan, Verdict};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::io::cursor::Cursor;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::write::writer::Writer;

impl<'de, F: Format> Reader<'de, F> {
    /// As [`field`](Self::field), by a function. Generated code calls this.
    ///
    /// # Errors
    /// Those of `read`.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field_by<T>(
        &mut self,
        of: &'static str,
        field: &'static str,
        before: Size,
        run: Size,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        if Self::FETCHES {
            self.fetch_run(before, run)?;
        }
        self.run(before, run)?;
        self.enter(of, field);
        let value = read(self)?;
        self.leave();
        Ok(value)
    }

    /// As [`field`](Self::field), checking the value and going past it.
    ///
    /// # Errors
    /// Those of the field.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field_skip<T: Decodable>(
        &mut self,
        of: &'static str,
        field: &'static str,
        before: Size,
        run: Size,
    ) -> Result<(), DecodeError> {
        self.field_by(of, field, before, run, T::skip)
    }

    /// Reads through a function, whose errors stop only this much: the fields
    /// of one variant, for one. Without optimisation it has a stack frame of its
    /// own, so that a type that contains itself does not pay for all its
    /// variants at every level.
    ///
    /// # Errors
    /// Those of `read`.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn scope<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        read(self)
    }

    /// The error of a tag at `start` that no variant has.
    #[inline(always)]
    pub const fn unknown_tag(&self, start: usize) -> DecodeError {
        DecodeError::new(DecodeErrorKind::InvalidTag, start)
    }

    /// Holds a value that starts at `start` against the answer of a check.
    ///
    /// # Errors
    /// [`CheckFailed`](DecodeErrorKind::CheckFailed); a trace keeps what was wrong.
    #[inline(always)]
    pub fn checked(&mut self, start: usize, verdict: impl Verdict) -> Result<(), DecodeError> {
        match verdict.refusal() {
            None => Ok(()),
            Some(message) => {
                self.refuse(message);
                Err(DecodeError::new(DecodeErrorKind::CheckFailed, start))
            }
        }
    }

    /// Keeps in `value` what lay between two offsets, both seen since `from`.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when they did not: a
    /// foreign implementation may have put another reader in place;
    /// [`OutOfMemory`](DecodeErrorKind::OutOfMemory).
    #[inline(always)]
    pub fn span<S: FromSpan<'de>>(
        &self,
        value: &mut S,
        from: &Cursor<'de>,
        start: usize,
        end: usize,
    ) -> Result<(), DecodeError> {
        if Self::FETCHES && !S::LOOKS {
            return value.keep_span(from, start, &[]);
        }
        match self.between(from.offset(), from.rest(), start..end) {
            Some(bytes) => value.keep_span(from, start, bytes),
            None => Err(self.error(DecodeErrorKind::UnexpectedEnd)),
        }
    }

    /// Reads under another format with the same record.
    #[inline(always)]
    fn under<G: Format<State = F::State>, T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'de, G>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let supply = self.take_supply();
        let mut other =
            Reader::from_parts(self.cursor().clone(), self.take_state()).with_supply(supply);
        let outcome = read(&mut other);
        let (cursor, state) = other.into_parts();
        *self = Self::from_parts(cursor, state).with_supply(supply);
        outcome
    }

    /// Reads with integers of fixed width, big-endian. Generated code calls
    /// this for `#[codec(be)]`.
    ///
    /// # Errors
    /// Those of `read`.
    #[inline(always)]
    pub fn big_endian<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'de, F::Big>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        self.under(read)
    }

    /// Reads with integers of fixed width, little-endian. Generated code calls
    /// this for `#[codec(le)]`.
    ///
    /// # Errors
    /// Those of `read`.
    #[inline(always)]
    pub fn little_endian<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'de, F::Little>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        self.under(read)
    }
}

impl<'w, F: Format> Writer<'w, F> {
    #[inline(always)]
    fn under<G: Format>(
        &mut self,
        write: impl FnOnce(&mut Writer<'w, G>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let mut other = Writer::new(self.take_output());
        let outcome = write(&mut other);
        *self = Self::new(other.into_output());
        outcome
    }

    /// Writes with integers of fixed width, big-endian. Generated code calls
    /// this for `#[codec(be)]`.
    ///
    /// # Errors
    /// Those of `write`.
    #[inline(always)]
    pub fn big_endian(
        &mut self,
        write: impl FnOnce(&mut Writer<'w, F::Big>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.under(write)
    }

    /// Writes with integers of fixed width, little-endian. Generated code calls
    /// this for `#[codec(le)]`.
    ///
    /// # Errors
    /// Those of `write`.
    #[inline(always)]
    pub fn little_endian(
        &mut self,
        write: impl FnOnce(&mut Writer<'w, F::Little>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.under(write)
    }
}
