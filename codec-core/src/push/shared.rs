//! The shared forms. Strings are collected; sequences keep the bytes of their elements, each of
//! which is collected and checked once.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::leaf::collected;
use super::{Content, Feed, Fuel, Prefixed, PushCounted, PushDecode};
use crate::error::DecodeError;
use crate::field::FormatWidth;
use crate::form::{seq_shared::SeqShared, text_shared::TextShared};
use crate::format::Format;
use crate::value::decode::Decodable;

collected!(TextShared);

/// The state of the `count` elements of a [`SeqShared`].
pub struct SharedItems<F, T> {
    bytes: Vec<u8>,
    count: usize,
    /// Number of elements that were checked.
    checked: usize,
    /// Offset of the content.
    start: usize,
    /// The offset of the element that is being read, and the memory budget left then.
    begun: Option<(usize, usize)>,
    kind: PhantomData<fn() -> (F, T)>,
}

super::resume::state!({F, T} SharedItems<F, T>);

impl<F: Format, T: Decodable> Content for SharedItems<F, T> {
    type Value = SeqShared<T>;

    fn begin(count: usize, _start: usize, feed: &mut Feed<'_>) -> Result<Self, DecodeError> {
        let start = feed.begin_elements(count, (T::size::<F>(), size_of::<T>()))?;
        Ok(Self { bytes: Vec::new(), count, checked: 0, start, begun: None, kind: PhantomData })
    }

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<SeqShared<T>>, DecodeError> {
        let size = T::size::<F>();
        feed.descend(!size.fixed)?;
        let piece = feed.rest;
        let done = self.check_each(feed)?;
        let taken = piece.len().saturating_sub(feed.remaining());
        let taken = piece.get(..taken).unwrap_or_default();
        crate::raw::append_bytes(&mut self.bytes, taken).ok_or_else(|| feed.out_of_memory())?;
        feed.ascend(!size.fixed);
        if !done {
            return Ok(None);
        }
        feed.charge(self.bytes.len())?;
        // Exactly as many: making `Bytes` of a vector with spare capacity allocates, infallibly.
        let bytes = crate::raw::copied(&self.bytes).ok_or_else(|| feed.out_of_memory())?;
        Ok(Some(SeqShared::from_checked::<F>(bytes.into(), self.count)))
    }

    fn is_open(_fuel: &mut Fuel) -> bool {
        !T::size::<F>().fixed
    }
}

impl<F: Format, T: Decodable> SharedItems<F, T> {
    /// Checks elements; returns whether all were checked.
    fn check_each(&mut self, feed: &mut Feed<'_>) -> Result<bool, DecodeError> {
        let size = T::size::<F>();
        while self.checked < self.count {
            let begun = *self.begun.get_or_insert((feed.offset(), feed.budget.memory));
            let found = if size.fixed {
                feed.leaf::<F, ()>(size.min, T::skip)?
            } else {
                feed.collect::<F, ()>(T::skip)?
            };
            if found.is_none() {
                let behind = (self.count - self.checked - 1).saturating_mul(size.min);
                feed.need = feed.need.saturating_add(behind);
                return Ok(false);
            }
            self.begun = None;
            feed.end_element(begun, (size, size_of::<T>()), self.start)?;
            self.checked += 1;
        }
        Ok(true)
    }
}

impl<T: Decodable> PushDecode for SeqShared<T> {
    type Decoder<F: Format> = Prefixed<F, FormatWidth, SharedItems<F, T>>;
}

impl<T: Decodable> PushCounted for SeqShared<T> {
    type Content<F: Format> = SharedItems<F, T>;
}
