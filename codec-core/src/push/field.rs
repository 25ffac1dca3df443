//! One field of a struct, or one part of a tuple.
#![forbid(unsafe_code)]

use super::{Feed, PushDecode, Resume};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::field::Verdict;
use crate::format::Format;
use crate::read::reader::Reader;

/// A field: not begun, cut, or read. Generated code calls its methods.
#[derive(Debug)]
pub enum Field<T, D> {
    /// The first byte has not arrived.
    Start,
    /// It was cut: its state, and the offset of its first byte.
    Cut(D, usize),
    /// It was read.
    Read(T),
}

impl<T, D> Default for Field<T, D> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn default() -> Self {
        Self::Start
    }
}

impl<T, D> Field<T, D> {
    /// Returns `true` if it is not begun.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn is_start(&self) -> bool {
        matches!(self, Self::Start)
    }

    /// Resumes a field that is read by its type alone; returns its value once that is
    /// complete.
    ///
    /// # Errors
    /// The errors of the field.
    #[inline]
    pub fn plain<F: Format>(&mut self, feed: &mut Feed<'_>) -> Result<Option<&T>, DecodeError>
    where
        T: PushDecode,
        D: Resume<Value = T>,
    {
        if self.is_start() {
            *self = match feed.attempt::<F, T>() {
                Some(value) => Self::Read(value),
                None => Self::Cut(D::default(), feed.offset()),
            };
        }
        if let Self::Cut(state, _) = self {
            match state.resume(feed)? {
                Some(value) => *self = Self::Read(value),
                None => return Ok(None),
            }
        }
        Ok(self.value())
    }

    /// The value, once it was read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn value(&self) -> Option<&T> {
        match self {
            Self::Read(value) => Some(value),
            Self::Start | Self::Cut(..) => None,
        }
    }

    /// Resumes by a function, and passes the value to `check`, along with the offset of
    /// the field.
    ///
    /// # Errors
    /// The errors of `resume` and of `check`.
    #[inline]
    pub fn by<'f>(
        &'f mut self,
        feed: &mut Feed<'_>,
        resume: impl FnOnce(&mut D, &mut Feed<'_>) -> Result<Option<T>, DecodeError>,
        check: impl FnOnce(usize, &T) -> Result<(), DecodeError>,
    ) -> Result<Option<&'f T>, DecodeError>
    where
        D: Default,
    {
        if self.is_start() {
            *self = Self::Cut(D::default(), feed.offset());
        }
        if let Self::Cut(state, start) = self {
            let Some(value) = resume(state, feed)? else { return Ok(None) };
            check(*start, &value)?;
            *self = Self::Read(value);
        }
        Ok(self.value())
    }

    /// Resumes a field with padding: `before` and `after` read the bytes around what `resume` reads.
    /// Returns its value. Generated code calls this on the state of the field.
    ///
    /// # Errors
    /// The errors of the three functions.
    #[inline]
    pub fn padded<F: Format>(
        &mut self,
        feed: &mut Feed<'_>,
        before: impl Fn(&mut Reader<'_, F>) -> Result<(), DecodeError>,
        resume: impl FnOnce(&mut D, &mut Feed<'_>) -> Result<Option<T>, DecodeError>,
        after: impl Fn(&mut Reader<'_, F>) -> Result<(), DecodeError>,
    ) -> Result<Option<T>, DecodeError>
    where
        D: Default,
    {
        let begun = !self.is_start() || feed.leaf(0, before)?.is_some();
        let read = begun && self.by(feed, resume, |_, _| Ok(()))?.is_some();
        if read && feed.leaf(0, after)?.is_some() { self.take(feed).map(Some) } else { Ok(None) }
    }

    /// The value, which was read.
    ///
    /// # Errors
    /// [`InvalidValue`](DecodeErrorKind::InvalidValue) when it was not.
    #[inline]
    pub fn take(&mut self, feed: &Feed<'_>) -> Result<T, DecodeError> {
        match core::mem::take(self) {
            Self::Read(value) => Ok(value),
            Self::Start | Self::Cut(..) => {
                Err(DecodeError::new(DecodeErrorKind::InvalidValue, feed.offset()))
            }
        }
    }
}

impl<T, D: Default> Field<Option<T>, D> {
    /// Like [`by`](Self::by), for a field that is present when `present` says so.
    ///
    /// # Errors
    /// [`IntegerOutOfRange`](DecodeErrorKind::IntegerOutOfRange) when `present` has no answer, and
    /// those of `resume` and of `check`.
    #[inline]
    pub fn optional<'f>(
        &'f mut self,
        feed: &mut Feed<'_>,
        present: impl FnOnce() -> Option<bool>,
        resume: impl FnOnce(&mut D, &mut Feed<'_>) -> Result<Option<T>, DecodeError>,
        check: impl FnOnce(usize, &Option<T>) -> Result<(), DecodeError>,
    ) -> Result<Option<&'f Option<T>>, DecodeError> {
        let unknown = || DecodeError::new(DecodeErrorKind::IntegerOutOfRange, feed.offset());
        let absent = self.is_start() && !present().ok_or_else(unknown)?;
        let resume = |state: &mut D, feed: &mut Feed<'_>| {
            if absent { Ok(Some(None)) } else { Ok(resume(state, feed)?.map(Some)) }
        };
        self.by(feed, resume, check)
    }
}

/// Applies the result of a check to a value that starts at `start`.
///
/// # Errors
/// [`CheckFailed`](DecodeErrorKind::CheckFailed).
#[inline]
pub fn checked(start: usize, verdict: impl Verdict) -> Result<(), DecodeError> {
    match verdict.refusal() {
        None => Ok(()),
        Some(_) => Err(DecodeError::new(DecodeErrorKind::CheckFailed, start)),
    }
}

/// An `Option` whose presence `#[codec(if = ..)]` decides.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be absent",
    label = "`if` is for fields of type `Option`"
)]
pub trait Present {
    /// The type of the value, if it is present.
    type Inner;
}

impl<T> Present for Option<T> {
    type Inner = T;
}
