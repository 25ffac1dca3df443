//! The entries of a map in the order of the format.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use serde::Serialize;

use super::error::Fault;
use super::rank::rank;
use super::sink::Sink;
use crate::error::EncodeErrorKind;
use crate::form::key_order::sorted;
use crate::format::MapOrder;

/// Entries that are held in memory until all are known.
#[derive(Default)]
pub(super) struct Sorted {
    held: Vec<u8>,
    ranks: Vec<u8>,
    entries: Vec<Entry>,
}

/// The positions of a key, of the value after it, and of the rank of the key.
struct Entry {
    key: Range<usize>,
    end: usize,
    rank: Range<usize>,
}

impl Sorted {
    /// Number of entries.
    pub(super) const fn count(&self) -> usize {
        self.entries.len()
    }

    /// Number of bytes.
    pub(super) const fn len(&self) -> usize {
        self.held.len()
    }

    /// Begins an entry.
    pub(super) fn key<S: Sink, T: Serialize + ?Sized>(
        &mut self,
        sink: &mut S,
        key: &T,
    ) -> Result<(), Fault> {
        let (start, first) = (self.held.len(), self.ranks.len());
        sink.hold(key, &mut self.held)?;
        if S::MAP_ORDER == MapOrder::Key {
            rank::<S::Format, T>(key, &mut self.ranks)?;
        }
        let end = self.held.len();
        self.entries.push(Entry { key: start..end, end, rank: first..self.ranks.len() });
        Ok(())
    }

    /// Ends it.
    pub(super) fn value<S: Sink, T: Serialize + ?Sized>(
        &mut self,
        sink: &mut S,
        value: &T,
    ) -> Result<(), Fault> {
        sink.hold(value, &mut self.held)?;
        if let Some(entry) = self.entries.last_mut() {
            entry.end = self.held.len();
        }
        Ok(())
    }

    /// Writes the entries, sorted by the encoded key and then by the encoded value, or by the rank
    /// of the key.
    pub(super) fn write<S: Sink>(self, sink: &mut S) -> Result<(), Fault> {
        let Some(order) = self.order(S::MAP_ORDER) else {
            return Err(sink.error(EncodeErrorKind::OutOfMemory));
        };
        order.into_iter().try_for_each(|place| {
            let entry = &self.entries[place];
            sink.bytes(&self.held[entry.key.start..entry.end])
        })
    }

    /// The order of the entries; `None` when there is no memory.
    fn order(&self, order: MapOrder) -> Option<Vec<usize>> {
        let Self { held, ranks, entries } = self;
        let rank = |place: usize| &ranks[entries[place].rank.clone()];
        let key = |place: usize| &held[entries[place].key.clone()];
        let value = |place: usize| &held[entries[place].key.end..entries[place].end];
        sorted(entries.len(), &mut |one, other| {
            if order == MapOrder::Key {
                return rank(one).cmp(rank(other));
            }
            key(one).cmp(key(other)).then_with(|| value(one).cmp(value(other)))
        })
    }
}
