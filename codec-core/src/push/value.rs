//! Options, bounds and results.
#![forbid(unsafe_code)]

use core::fmt;
use core::ops::Bound;

use super::{Content, Feed, Fuel, PushDecode, Resume};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::impls::{read_bound, read_result_tag};
use crate::read::reader::Reader;

fn is_present<F: Format>(r: &mut Reader<'_, F>) -> Result<bool, DecodeError> {
    r.option_tag()
}

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
            match feed.leaf::<F, bool>(1, is_present)? {
                None => return Ok(None),
                Some(false) => return Ok(Some(None)),
                Some(true) => self.0 = Some(Default::default()),
            }
        }
        match &mut self.0 {
            Some(state) => Ok(state.resume(feed)?.map(Some)),
            None => Ok(None),
        }
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}

/// With a count, an option is a sequence of none or one.
impl<F: Format, T: PushDecode> Content for Maybe<F, T> {
    type Value = Option<T>;

    fn begin(count: usize, start: usize, _feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        match count {
            0 => Ok(Self(None)),
            1 => Ok(Self(Some(Default::default()))),
            _ => Err(DecodeError::new(DecodeErrorKind::LengthOverLimit, start)),
        }
    }

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Option<T>>, DecodeError> {
        match &mut self.0 {
            Some(state) => Ok(state.resume(feed)?.map(Some)),
            None => Ok(Some(None)),
        }
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}

/// The state of a `Bound`.
pub struct Edge<F: Format, T: PushDecode>(Option<(bool, T::Decoder<F>)>);

impl<F: Format, T: PushDecode> Default for Edge<F, T> {
    #[inline]
    fn default() -> Self {
        Self(None)
    }
}

impl<F: Format, T: PushDecode> fmt::Debug for Edge<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edge").field("begun", &self.0.is_some()).finish()
    }
}

impl<F: Format, T: PushDecode> Resume for Edge<F, T> {
    type Value = Bound<T>;

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Bound<T>>, DecodeError> {
        if self.0.is_none() {
            let kind = feed.leaf::<F, _>(F::tag_size().min, |r| read_bound(r, |_| Ok(())))?;
            self.0 = match kind {
                None => return Ok(None),
                Some(Bound::Unbounded) => return Ok(Some(Bound::Unbounded)),
                Some(Bound::Included(())) => Some((true, Default::default())),
                Some(Bound::Excluded(())) => Some((false, Default::default())),
            };
        }
        let Some((included, state)) = &mut self.0 else { return Ok(None) };
        let bound = if *included { Bound::Included } else { Bound::Excluded };
        Ok(state.resume(feed)?.map(bound))
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
