//! Arrays, resumed at the element that was cut.
#![forbid(unsafe_code)]

use super::{Feed, Field, Fuel, PushDecode, Resume};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;

/// The elements that were read.
#[cfg(feature = "alloc")]
type Read<T, const N: usize> = alloc::vec::Vec<T>;
#[cfg(not(feature = "alloc"))]
type Read<T, const N: usize> = (usize, [Option<T>; N]);

/// The state of an array.
pub struct Row<F: Format, T: PushDecode, const N: usize> {
    read: Read<T, N>,
    element: Field<T, T::Decoder<F>>,
}

impl<F: Format, T: PushDecode, const N: usize> Default for Row<F, T, N> {
    #[inline]
    fn default() -> Self {
        #[cfg(feature = "alloc")]
        let read = Read::<T, N>::new();
        #[cfg(not(feature = "alloc"))]
        let read = (0, core::array::from_fn(|_| None));
        Self { read, element: Field::Start }
    }
}

super::resume::state!({F: Format, T: PushDecode, const N: usize} Row<F, T, N>);

impl<F: Format, T: PushDecode, const N: usize> Row<F, T, N> {
    #[cfg(feature = "alloc")]
    const fn count(&self) -> usize {
        self.read.len()
    }

    #[cfg(feature = "alloc")]
    fn put(&mut self, item: T, feed: &Feed<'_>) -> Result<(), DecodeError> {
        feed.room_for_one(&mut self.read)?;
        self.read.push(item);
        Ok(())
    }

    #[cfg(feature = "alloc")]
    fn take(&mut self) -> Option<[T; N]> {
        core::mem::take(&mut self.read).try_into().ok()
    }

    #[cfg(not(feature = "alloc"))]
    const fn count(&self) -> usize {
        self.read.0
    }

    #[cfg(not(feature = "alloc"))]
    #[expect(clippy::unnecessary_wraps, reason = "with `alloc` there may be no memory")]
    fn put(&mut self, item: T, _feed: &Feed<'_>) -> Result<(), DecodeError> {
        self.read.1[self.read.0] = Some(item);
        self.read.0 += 1;
        Ok(())
    }

    #[cfg(not(feature = "alloc"))]
    fn take(&mut self) -> Option<[T; N]> {
        crate::raw::try_array(|index| self.read.1[index].take().ok_or(())).ok()
    }
}

impl<F: Format, T: PushDecode, const N: usize> Resume for Row<F, T, N> {
    type Value = [T; N];

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<[T; N]>, DecodeError> {
        let size = T::size::<F>().times(N);
        // When they are in one piece, they are read at once.
        if size.fixed && (cfg!(feature = "alloc") || size.min <= 32) {
            return feed.leaf::<F, [T; N]>(size.min, T::decode_array);
        }
        while self.count() < N {
            if self.element.plain::<F>(feed)?.is_none() {
                let behind = T::size::<F>().times(N - 1 - self.count()).min;
                feed.need = feed.need.saturating_add(behind);
                return Ok(None);
            }
            let item = self.element.take(feed)?;
            self.put(item, feed)?;
        }
        match self.take() {
            Some(row) => Ok(Some(row)),
            None => Err(DecodeError::new(DecodeErrorKind::InvalidValue, feed.offset())),
        }
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}
