//! A sequence up to the element that ends it: each element is collected, and none is read again.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::Feed;
use crate::error::DecodeError;
#[cfg(feature = "alloc")]
use crate::error::DecodeErrorKind;
#[cfg(feature = "bytes")]
use crate::field::DecodeEnded as _;
use crate::format::Format;
#[cfg(feature = "alloc")]
use crate::value::decode::Decodable;

/// A [`DecodeEnded`](crate::field::DecodeEnded) sequence that is decoded from pieces.
pub trait PushEnded: Sized {
    /// The type of its elements.
    type Element;

    /// The elements that were read before the input was cut.
    type State: Default;

    /// Resumes, up to and with the first element of which `end` is true.
    ///
    /// # Errors
    /// The same as [`decode_ended`](crate::field::DecodeEnded::decode_ended).
    fn resume_ended<F: Format>(
        state: &mut Self::State,
        feed: &mut Feed<'_>,
        end: impl Fn(&Self::Element) -> bool,
    ) -> Result<Option<Self>, DecodeError>;
}

/// The elements that were read, and whether the next one's memory was charged.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct Elements<T> {
    read: Vec<T>,
    charged: bool,
}

#[cfg(feature = "alloc")]
impl<T> Default for Elements<T> {
    fn default() -> Self {
        Self { read: Vec::new(), charged: false }
    }
}

#[cfg(feature = "alloc")]
impl<T: Decodable> PushEnded for Vec<T> {
    type Element = T;
    type State = Elements<T>;

    fn resume_ended<F: Format>(
        state: &mut Elements<T>,
        feed: &mut Feed<'_>,
        end: impl Fn(&T) -> bool,
    ) -> Result<Option<Self>, DecodeError> {
        feed.nested(|feed| {
            loop {
                if !core::mem::replace(&mut state.charged, true) {
                    feed.charge(size_of::<T>())?;
                }
                let start = feed.begin();
                let Some(item) = feed.collect::<F, T>(T::decode)? else { return Ok(None) };
                let last = end(&item);
                feed.room_for_one(&mut state.read)?;
                state.read.push(item);
                state.charged = false;
                if last {
                    return Ok(Some(core::mem::take(&mut state.read)));
                }
                if feed.offset() == start {
                    let kind = DecodeErrorKind::TooManyEmptyElements;
                    return Err(DecodeError::new(kind, start));
                }
            }
        })
    }
}

/// Sequences in one piece of memory are collected as a whole.
#[cfg(feature = "bytes")]
macro_rules! collected {
    ({$($params:tt)*} $type:ty, $element:ty) => {
        impl<$($params)*> PushEnded for $type {
            type Element = $element;
            type State = ();

            fn resume_ended<F: Format>(
                _state: &mut (),
                feed: &mut Feed<'_>,
                end: impl Fn(&Self::Element) -> bool,
            ) -> Result<Option<Self>, DecodeError> {
                feed.collect::<F, Self>(|r| Self::decode_ended(r, false, &end))
            }
        }
    };
}

#[cfg(feature = "bytes")]
collected!({} bytes::Bytes, u8);
#[cfg(feature = "bytes")]
collected!({T: Decodable} crate::form::seq_shared::SeqShared<T>, T);
