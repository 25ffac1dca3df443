//! What holds one value: options, results, boxes, and what is made of another value.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

use super::{Content, Feed, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::impls::read_result_tag;

/// The state of an `Option`.
pub struct Maybe<F: Format, T: PushDecode>(Option<T::Decoder<F>>);

impl<F: Format, T: PushDecode> Default for Maybe<F, T> {
    #[inline]
    fn default() -> Self {
        Self(None)
    }
}

impl<F: Format, T: PushDecode> fmt::Debug for Maybe<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maybe").field("present", &self.0.is_some()).finish()
    }
}

impl<F: Format, T: PushDecode> Resume for Maybe<F, T> {
    type Value = Option<T>;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Option<T>>, DecodeError> {
        if self.0.is_none() {
            match feed.leaf::<F, bool>(1, |r| r.option_tag())? {
                None => return Ok(None),
                Some(false) => return Ok(Some(None)),
                Some(true) => self.0 = Some(Default::default()),
            }
        }
        let value = self.0.as_mut().map_or(Ok(None), |state| state.resume(feed))?;
        Ok(value.map(Some))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}

/// The state of a `Result`.
pub enum Either<F: Format, T: PushDecode, E: PushDecode> {
    /// The tag has not come.
    Tag,
    /// `Ok`.
    Right(T::Decoder<F>),
    /// `Err`.
    Wrong(E::Decoder<F>),
}

#[expect(clippy::derivable_impls, reason = "which would ask for a default of the parameters")]
impl<F: Format, T: PushDecode, E: PushDecode> Default for Either<F, T, E> {
    #[inline]
    fn default() -> Self {
        Self::Tag
    }
}

impl<F: Format, T: PushDecode, E: PushDecode> fmt::Debug for Either<F, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tag => "Tag",
            Self::Right(_) => "Right",
            Self::Wrong(_) => "Wrong",
        })
    }
}

impl<F: Format, T: PushDecode, E: PushDecode> Resume for Either<F, T, E> {
    type Value = Result<T, E>;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Result<T, E>>, DecodeError> {
        if let Self::Tag = self {
            match feed.leaf::<F, bool>(1, read_result_tag)? {
                None => return Ok(None),
                Some(true) => *self = Self::Right(Default::default()),
                Some(false) => *self = Self::Wrong(Default::default()),
            }
        }
        match self {
            Self::Tag => Ok(None),
            Self::Right(state) => Ok(state.resume(feed)?.map(Ok)),
            Self::Wrong(state) => Ok(state.resume(feed)?.map(Err)),
        }
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel) || E::Decoder::<F>::is_open(fuel)
    }
}

/// The state of a box, or of another pointer `P` to a value of its own.
#[cfg(feature = "alloc")]
pub struct Boxed<F: Format, T: PushDecode, P> {
    inner: Option<alloc::boxed::Box<T::Decoder<F>>>,
    pointer: PhantomData<fn() -> P>,
}

#[cfg(feature = "alloc")]
impl<F: Format, T: PushDecode, P> Default for Boxed<F, T, P> {
    #[inline]
    fn default() -> Self {
        Self { inner: None, pointer: PhantomData }
    }
}

#[cfg(feature = "alloc")]
impl<F: Format, T: PushDecode, P> fmt::Debug for Boxed<F, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Boxed").field("begun", &self.inner.is_some()).finish_non_exhaustive()
    }
}

#[cfg(feature = "alloc")]
impl<F: Format, T: PushDecode, P: From<T>> Resume for Boxed<F, T, P> {
    type Value = P;

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<P>, DecodeError> {
        feed.nested(|feed| {
            let inner = self.inner.get_or_insert_with(Default::default);
            Ok(inner.resume(feed)?.map(P::from))
        })
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}

/// The state of a value that is made of another one.
#[cfg(feature = "alloc")]
pub struct Made<S, T> {
    state: S,
    made: PhantomData<fn() -> T>,
}

#[cfg(feature = "alloc")]
impl<S: Default, T> Default for Made<S, T> {
    #[inline]
    fn default() -> Self {
        Self { state: S::default(), made: PhantomData }
    }
}

#[cfg(feature = "alloc")]
impl<S: fmt::Debug, T> fmt::Debug for Made<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

#[cfg(feature = "alloc")]
impl<S: Resume, T: From<S::Value>> Resume for Made<S, T> {
    type Value = T;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        Ok(self.state.resume(feed)?.map(T::from))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        S::is_open(fuel)
    }
}

#[cfg(feature = "alloc")]
impl<S: Content, T: From<S::Value>> Content for Made<S, T> {
    type Value = T;

    fn begin(count: usize, start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        Ok(Self { state: S::begin(count, start, feed)?, made: PhantomData })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        Ok(self.state.resume(feed)?.map(T::from))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        S::is_open(fuel)
    }
}

/// The state of a bounded sequence.
#[cfg(feature = "alloc")]
pub struct Bounded<F: Format, L, T: PushDecode> {
    items: Option<super::items::Items<F, T>>,
    prefix: PhantomData<fn() -> L>,
}

#[cfg(feature = "alloc")]
impl<F: Format, L, T: PushDecode> Default for Bounded<F, L, T> {
    #[inline]
    fn default() -> Self {
        Self { items: None, prefix: PhantomData }
    }
}

#[cfg(feature = "alloc")]
impl<F: Format, L, T: PushDecode> fmt::Debug for Bounded<F, L, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

#[cfg(feature = "alloc")]
impl<F: Format, L: crate::wire::LengthPrefix, T: PushDecode> Resume for Bounded<F, L, T> {
    type Value = crate::wire::Seq<L, alloc::vec::Vec<T>>;

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Self::Value>, DecodeError> {
        if self.items.is_none() {
            let count = feed.leaf::<F, usize>(L::SIZE, L::read)?;
            let Some(count) = count else { return Ok(None) };
            self.items = Some(Content::begin(count, feed.offset(), feed)?);
        }
        let items = self.items.as_mut().map_or(Ok(None), |items| items.resume(feed))?;
        Ok(items.map(crate::wire::Seq::unchecked))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        <super::items::Items<F, T> as Content>::is_open(fuel)
    }
}
