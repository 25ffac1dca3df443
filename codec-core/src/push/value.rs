//! Options.
#![forbid(unsafe_code)]

use super::{Content, Feed, Fuel, PushDecode, Resume};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;

fn is_present<F: Format>(r: &mut Reader<'_, F>) -> Result<bool, DecodeError> {
    r.option_tag()
}

/// The state of an `Option`.
pub struct Maybe<F: Format, T: PushDecode>(Option<T::Decoder<F>>);

super::resume::state!({F: Format, T: PushDecode} Maybe<F, T> = Self(None));

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

/// With a count, an option is a sequence of zero or one elements.
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
