//! Vectors filled in place, resumed at the element that was cut.
#![forbid(unsafe_code)]

use super::{Content, Feed, Field, Fuel, Prefixed, PushDecode, Resume};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::field::FormatWidth;
use crate::format::Format;
use crate::format::size::Size;
use crate::value::decode::Decodable;
use crate::value::in_place::InPlace;

/// The state of a vector with its count.
pub(crate) type Whole<F, V> = Prefixed<F, FormatWidth, Room<F, V>>;

/// The state of `count` elements, for which there is room.
pub struct Room<F: Format, V: InPlace<Item: PushDecode>> {
    read: V,
    count: usize,
    /// Offset of the content.
    start: usize,
    element: Field<V::Item, <V::Item as PushDecode>::Decoder<F>>,
    /// The offset of the element that is being read, and the memory budget left then.
    begun: Option<(usize, usize)>,
}

super::resume::state!({F: Format, V: InPlace<Item: PushDecode>} Room<F, V>);

impl<F: Format, V: InPlace<Item: PushDecode>> Content for Room<F, V> {
    type Value = V;

    fn begin(count: usize, start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        if count > V::CAPACITY {
            return Err(DecodeError::new(DecodeErrorKind::LengthOverLimit, start));
        }
        let start = feed.begin_elements(count, (V::Item::size::<F>(), size_of::<V::Item>()))?;
        Ok(Self { read: V::default(), count, start, element: Field::Start, begun: None })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<V>, DecodeError> {
        let size = V::Item::size::<F>();
        feed.descend(!size.fixed)?;
        let done = self.read_each(size, feed)?;
        feed.ascend(!size.fixed);
        Ok(done.then(|| core::mem::take(&mut self.read)))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || <V::Item as PushDecode>::Decoder::<F>::is_open(fuel)
    }
}

impl<F: Format, V: InPlace<Item: PushDecode>> Room<F, V> {
    /// Reads elements; returns whether all were read.
    fn read_each(&mut self, size: Size, feed: &mut Feed<'_>) -> Result<bool, DecodeError> {
        while self.read.count() < self.count {
            let begun = *self.begun.get_or_insert((feed.offset(), feed.budget.memory));
            if self.element.plain::<F>(feed)?.is_none() {
                let behind = (self.count - self.read.count() - 1).saturating_mul(size.min);
                feed.need = feed.need.saturating_add(behind);
                return Ok(false);
            }
            let item = self.element.take(feed)?;
            self.begun = None;
            feed.end_element(begun, (size, size_of::<V::Item>()), self.start)?;
            self.read.append(item);
        }
        Ok(true)
    }
}
