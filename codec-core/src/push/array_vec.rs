//! Array vectors: at the element that was cut.
#![forbid(unsafe_code)]

use core::fmt;

use arrayvec::ArrayVec;

use super::{Content, Feed, Field, Fuel, Prefixed, PushCounted, PushDecode, Resume};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::field::FormatWidth;
use crate::format::Format;
use crate::format::size::Size;

/// The state of `count` elements, for which there is room.
pub struct Room<F: Format, T: PushDecode, const CAP: usize> {
    read: ArrayVec<T, CAP>,
    count: usize,
    /// Offset of the content.
    start: usize,
    element: Field<T, T::Decoder<F>>,
    /// Where the element begins that is read, and what memory was left then.
    begun: Option<(usize, usize)>,
}

impl<F: Format, T: PushDecode, const CAP: usize> fmt::Debug for Room<F, T, CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("count", &self.count)
            .field("read", &self.read.len())
            .finish_non_exhaustive()
    }
}

impl<F: Format, T: PushDecode, const CAP: usize> Content for Room<F, T, CAP> {
    type Value = ArrayVec<T, CAP>;

    fn begin(count: usize, start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        if count > CAP {
            return Err(DecodeError::new(DecodeErrorKind::LengthOverLimit, start));
        }
        let (size, start) = (T::size::<F>(), feed.offset());
        if size.fixed && size.min == 0 {
            feed.charge_empty(count, size_of::<T>(), start)?;
        }
        if !size.fixed {
            feed.nested(|_| Ok(()))?;
        }
        Ok(Self { read: ArrayVec::new(), count, start, element: Field::Start, begun: None })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<ArrayVec<T, CAP>>, DecodeError> {
        let size = T::size::<F>();
        if !size.fixed {
            feed.descend()?;
        }
        let done = self.read_each(size, feed)?;
        if !size.fixed {
            feed.ascend();
        }
        Ok(done.then(|| core::mem::take(&mut self.read)))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}

impl<F: Format, T: PushDecode, const CAP: usize> Room<F, T, CAP> {
    /// Whether all were read.
    fn read_each(&mut self, size: Size, feed: &mut Feed<'_>) -> Result<bool, DecodeError> {
        while self.read.len() < self.count {
            let (begin, left) = *self.begun.get_or_insert((feed.offset(), feed.budget.memory));
            if self.element.plain::<F>(feed)?.is_none() {
                let behind = (self.count - self.read.len() - 1).saturating_mul(size.min);
                feed.need = feed.need.saturating_add(behind);
                return Ok(false);
            }
            let item = self.element.take(feed)?;
            self.begun = None;
            if feed.offset() == begin && !size.fixed {
                // What stands in boxes without bytes is the element's.
                let taken = left.saturating_sub(feed.budget.memory);
                feed.charge_empty(1, taken.saturating_add(size_of::<T>()), self.start)?;
            }
            self.read.push(item);
        }
        Ok(true)
    }
}

impl<T: PushDecode, const CAP: usize> PushDecode for ArrayVec<T, CAP> {
    type Decoder<F: Format> = Prefixed<F, FormatWidth, Room<F, T, CAP>>;
}

impl<T: PushDecode, const CAP: usize> PushCounted for ArrayVec<T, CAP> {
    type Content<F: Format> = Room<F, T, CAP>;
}
