//! The code that the derive generates: a state for each field, and the steps from one to the next.
#![forbid(unsafe_code)]

use super::{Feed, Fuel, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::value::decode::Decodable;

/// The steps of a struct or an enum, from field to field. `#[codec(push)]` generates it.
pub trait Steps: Decodable {
    /// The state of each field. Its `Default` is the state before the first byte.
    type State<F: Format>: Default;

    /// Resumes; returns whether all fields were read.
    ///
    /// # Errors
    /// The errors of the fields.
    fn step<F: Format>(
        state: &mut Self::State<F>,
        feed: &mut Feed<'_>,
    ) -> Result<bool, DecodeError>;

    /// The value, all of whose fields were read; `end` is the offset after it. A function
    /// separate from the steps, which recurse where a type contains itself.
    ///
    /// # Errors
    /// [`CheckFailed`](crate::DecodeErrorKind::CheckFailed).
    fn build<F: Format>(state: &mut Self::State<F>, end: usize) -> Result<Self, DecodeError>;

    /// The same as [`Resume::is_open`].
    fn is_open<F: Format>(fuel: &mut Fuel) -> bool;
}

/// The state of a type that has [`Steps`].
pub struct Machine<F: Format, T: Steps>(T::State<F>);

super::resume::state!({F: Format, T: Steps} Machine<F, T> = Self(Default::default()));

impl<F: Format, T: Steps> Resume for Machine<F, T> {
    type Value = T;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        if T::step(&mut self.0, feed)? {
            T::build(&mut self.0, feed.offset()).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline]
    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::is_open::<F>(fuel)
    }
}
