//! A `Result`: the tag, then the content, which resumes where it stopped.
#![forbid(unsafe_code)]

use core::fmt;

use super::{Feed, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::impls::result::read_tag;

/// The state of a `Result`.
pub enum Either<F: Format, T: PushDecode, E: PushDecode> {
    /// The tag has not arrived.
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
            match feed.leaf::<F, bool>(1, read_tag)? {
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
