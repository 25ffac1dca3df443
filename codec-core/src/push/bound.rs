//! The bound of a range, resumed in its value.
#![forbid(unsafe_code)]

use core::ops::Bound;

use super::{Feed, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::impls::bound::read;

/// The state of a `Bound`.
pub struct Edge<F: Format, T: PushDecode>(Option<(bool, T::Decoder<F>)>);

super::resume::state!({F: Format, T: PushDecode} Edge<F, T> = Self(None));

impl<F: Format, T: PushDecode> Resume for Edge<F, T> {
    type Value = Bound<T>;

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Bound<T>>, DecodeError> {
        if self.0.is_none() {
            let kind = feed.leaf::<F, _>(F::tag_size().min, |r| read(r, |_| Ok(())))?;
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
