//! A `Result`: the tag, then the content, which resumes where it stopped.
#![forbid(unsafe_code)]

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

super::resume::state!({F: Format, T: PushDecode, E: PushDecode} Either<F, T, E> = Self::Tag);

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
