//! The elements of a sequence.
//!
//! Elements that are complete in a piece are read in a loop by the ordinary decoder;
//! fixed-size elements in one go. Only the one that is cut has a state, in a box that is
//! reused for the next.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Content, Feed, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;

/// The state of `count` elements.
pub struct Items<F: Format, T: PushDecode> {
    read: Vec<T>,
    count: usize,
    /// Offset of the content.
    start: usize,
    /// The decoder of the element that was cut.
    element: Option<Box<T::Decoder<F>>>,
    /// The offset of that element, if there is one, and the memory budget left then.
    cut: Option<(usize, usize)>,
}

super::resume::state!({F: Format, T: PushDecode} Items<F, T>);

impl<F: Format, T: PushDecode> Content for Items<F, T> {
    type Value = Vec<T>;

    fn begin(count: usize, _start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        let start = feed.begin_elements(count, (T::size::<F>(), size_of::<T>()))?;
        Ok(Self { read: Vec::new(), count, start, element: None, cut: None })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Vec<T>>, DecodeError> {
        let size = T::size::<F>();
        feed.descend(!size.fixed)?;
        let done = match (size.fixed, size.min) {
            (true, 1..) => self.read_run(size.min, feed)?,
            (true, 0) | (false, _) => self.read_each(feed)?,
        };
        feed.ascend(!size.fixed);
        Ok(done.then(|| core::mem::take(&mut self.read)))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}

impl<F: Format, T: PushDecode> Items<F, T> {
    /// Reads fixed-size elements; returns whether all were read.
    fn read_run(&mut self, size: usize, feed: &mut Feed<'_>) -> Result<bool, DecodeError> {
        while self.read.len() < self.count {
            let whole = (self.count - self.read.len()).min(feed.remaining() / size);
            if feed.carry.is_empty() && whole > 0 {
                let mut r = feed.reader::<F>();
                T::decode_extend(&mut self.read, &mut r, whole)?;
                feed.pass_to(&r);
                continue;
            }
            let Some(item) = feed.leaf::<F, T>(size, T::decode)? else {
                self.hint(feed, size);
                return Ok(false);
            };
            feed.charge(size_of::<T>())?;
            feed.room_for_one(&mut self.read)?;
            self.read.push(item);
        }
        Ok(true)
    }

    /// Reads elements that differ in size, or have no bytes; returns whether all were read.
    fn read_each(&mut self, feed: &mut Feed<'_>) -> Result<bool, DecodeError> {
        let size = T::size::<F>();
        while self.read.len() < self.count {
            if self.cut.is_none() {
                self.read_whole(feed)?;
                if self.read.len() == self.count {
                    break;
                }
                // No state is made before a byte of the element has arrived.
                if feed.remaining() == 0 && size.min > 0 {
                    feed.wait::<()>(size.min)?;
                    self.hint(feed, size.min);
                    return Ok(false);
                }
            }
            let start = *self.cut.get_or_insert((feed.offset(), feed.budget.memory));
            let state = feed.state(&mut self.element)?;
            let Some(item) = state.resume(feed)? else {
                self.hint(feed, size.min);
                return Ok(false);
            };
            *state = T::Decoder::default();
            self.cut = None;
            self.put(item, start, feed)?;
        }
        Ok(true)
    }

    /// The elements that are complete in this piece.
    fn read_whole(&mut self, feed: &mut Feed<'_>) -> Result<(), DecodeError> {
        let min = T::size::<F>().min;
        if !feed.may_try(min) {
            return Ok(());
        }
        let mut r = feed.reader::<F>();
        let mut left = r.remaining();
        while self.read.len() < self.count && left >= min {
            match T::decode(&mut r) {
                Ok(item) if feed.is_whole(r.remaining()) => {
                    if min == 0 && r.remaining() == left {
                        let count = usize::from(!T::size::<F>().fixed);
                        let taken = feed.budget.memory.saturating_sub(r.cursor().budget().memory);
                        let memory = taken.saturating_add(size_of::<T>());
                        r.cursor_mut().charge_empty(count, memory)?;
                    }
                    r.charge(size_of::<T>())?;
                    left = r.remaining();
                    feed.budget = r.cursor().budget();
                    feed.room_for_one(&mut self.read)?;
                    self.read.push(item);
                }
                _ => {
                    feed.tried(left);
                    break;
                }
            }
        }
        feed.pass(feed.remaining().saturating_sub(left));
        Ok(())
    }

    fn put(
        &mut self,
        item: T,
        begun: (usize, usize),
        feed: &mut Feed<'_>,
    ) -> Result<(), DecodeError> {
        feed.end_element(begun, (T::size::<F>(), size_of::<T>()), self.start)?;
        feed.charge(size_of::<T>())?;
        feed.room_for_one(&mut self.read)?;
        self.read.push(item);
        Ok(())
    }

    /// An element was cut: the hint counts the elements after it, too.
    fn hint(&self, feed: &mut Feed<'_>, min: usize) {
        let behind = (self.count - self.read.len() - 1).saturating_mul(min);
        feed.need = feed.need.saturating_add(behind);
    }
}
