//! Types with a count: a prefix, and the content after it.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::{Feed, Fuel, Resume};
use crate::error::DecodeError;
use crate::field::FormatWidth;
use crate::format::Format;
use crate::value::counted::{CountLimits, DecodeCounted, check_held, read_prefix};
use crate::value::prefix::Prefix;

/// A type with a length or a count whose content is decoded from pieces, once the
/// count is known.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a string, sequence or option, or can't be decoded from pieces",
    label = "`len`, `min`, `max` and `count` are for strings, sequences and options",
    note = "a field of another type is collected with `#[codec(whole)]`"
)]
pub trait PushCounted: DecodeCounted {
    /// The state of the content.
    type Content<F: Format>: Content<Value = Self>;
}

/// The state of the content after a count.
pub trait Content: Sized {
    /// The type that it decodes.
    type Value;

    /// Begins; `start` is the offset of an error about the count.
    ///
    /// # Errors
    /// The errors of the count.
    fn begin(count: usize, start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError>;

    /// The same as [`Resume::resume`], for the content.
    ///
    /// # Errors
    /// The errors of the content.
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Self::Value>, DecodeError>;

    /// The same as [`Resume::is_open`].
    fn is_open(fuel: &mut Fuel) -> bool {
        let _ = fuel;
        true
    }
}

/// The state of a value after a prefix `P`.
pub struct Prefixed<F, P, C> {
    content: Option<C>,
    /// The count, and the offset of the prefix.
    count: (usize, usize),
    kind: PhantomData<fn() -> (F, P)>,
}

super::resume::state! {
    {F, P, C} Prefixed<F, P, C> = Self { content: None, count: (0, 0), kind: PhantomData }
}

impl<F: Format, P: Prefix, C: Content> Prefixed<F, P, C> {
    /// Resumes, with limits on the count. Generated code calls this.
    ///
    /// # Errors
    /// The errors of the value.
    #[inline]
    pub fn within(
        &mut self,
        feed: &mut Feed<'_>,
        limits: CountLimits,
    ) -> Result<Option<C::Value>, DecodeError>
    where
        C::Value: DecodeCounted,
    {
        if self.content.is_none() && !self.begin(feed, limits, false)? {
            return Ok(None);
        }
        let value = self.go_on(feed)?;
        if let Some(value) = &value {
            let (count, start) = self.count;
            check_held(start, value.held(count), limits.min)?;
        }
        Ok(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_on(&mut self, feed: &mut Feed<'_>) -> Result<Option<C::Value>, DecodeError> {
        match &mut self.content {
            Some(content) => content.resume(feed),
            None => Ok(None),
        }
    }

    /// Reads the count; returns whether it is complete. With `early`, errors about it are at its
    /// offset. A separate function, which returns before values nest.
    #[inline(never)]
    fn begin(
        &mut self,
        feed: &mut Feed<'_>,
        limits: CountLimits,
        early: bool,
    ) -> Result<bool, DecodeError> {
        let start = feed.begin();
        let prefix = feed.leaf::<F, usize>(P::size::<F>().min, |r| read_prefix::<_, P>(r, limits));
        let Some(count) = prefix? else { return Ok(false) };
        self.count = (count, start);
        let start = if early { start } else { feed.offset() };
        self.content = Some(C::begin(count, start, feed)?);
        Ok(true)
    }
}

impl<F: Format, C: Content> Resume for Prefixed<F, FormatWidth, C> {
    type Value = C::Value;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<C::Value>, DecodeError> {
        if self.content.is_none() && !self.begin(feed, CountLimits::NONE, true)? {
            return Ok(None);
        }
        self.go_on(feed)
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        C::is_open(fuel)
    }
}

/// The state of a value whose count other fields give, that count, and where the value begins.
#[derive(Debug)]
pub struct Given<C>(Option<(C, usize, usize)>);

impl<C> Default for Given<C> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn default() -> Self {
        Self(None)
    }
}

impl<C: Content> Given<C> {
    /// Resumes, with the count that `count` returns. Generated code calls this.
    ///
    /// # Errors
    /// The errors of `count` and of the value.
    #[inline]
    pub fn resume(
        &mut self,
        feed: &mut Feed<'_>,
        count: impl FnOnce(&Feed<'_>) -> Result<usize, DecodeError>,
    ) -> Result<Option<C::Value>, DecodeError>
    where
        C::Value: DecodeCounted,
    {
        if self.0.is_none() {
            let (count, start) = (count(feed)?, feed.offset());
            self.0 = Some((C::begin(count, start, feed)?, count, start));
        }
        let Some((content, count, start)) = &mut self.0 else { return Ok(None) };
        let value = content.resume(feed)?;
        if let Some(value) = &value {
            check_held(*start, value.held(*count), *count)?;
        }
        Ok(value)
    }
}

/// The content of a type that can't be resumed, whose bytes are
/// [collected](Feed::collect).
pub struct CollectedCounted<F, T> {
    count: usize,
    kind: PhantomData<fn() -> (F, T)>,
}

super::resume::state!({F, T} CollectedCounted<F, T>);

impl<F: Format, T: DecodeCounted> Content for CollectedCounted<F, T> {
    type Value = T;

    fn begin(count: usize, _start: usize, _feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        Ok(Self { count, kind: PhantomData })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        let count = self.count;
        feed.collect::<F, T>(|r| T::decode_counted(r, count))
    }
}
