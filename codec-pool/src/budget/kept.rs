//! The frames that are kept, from the oldest to the newest.
#![forbid(unsafe_code)]

use core::panic::Location;
use std::collections::HashMap;
use std::time::Instant;

use crate::pool::Holder;

/// The end of a list.
const NONE: usize = usize::MAX;

struct Slot {
    site: &'static Location<'static>,
    bytes: usize,
    is_frame: bool,
    since: Instant,
    older: usize,
    newer: usize,
}

/// A list in the order of arrival, from which any entry can be removed in constant time.
pub(super) struct Kept {
    slots: Vec<Option<Slot>>,
    vacant: Vec<usize>,
    oldest: usize,
    newest: usize,
    pub(super) bytes: usize,
    pub(super) frames: usize,
}

impl Kept {
    pub(super) fn new() -> Self {
        let (slots, vacant) = (Vec::new(), Vec::new());
        Self { slots, vacant, oldest: NONE, newest: NONE, bytes: 0, frames: 0 }
    }

    fn slot(&mut self, at: usize) -> Option<&mut Slot> {
        self.slots.get_mut(at)?.as_mut()
    }

    /// Adds an entry, and returns its index.
    pub(super) fn add(
        &mut self,
        site: &'static Location<'static>,
        bytes: usize,
        is_frame: bool,
    ) -> usize {
        let older = self.newest;
        let slot = Slot { site, bytes, is_frame, since: Instant::now(), older, newer: NONE };
        let at = self.vacant.pop().unwrap_or(self.slots.len());
        if at == self.slots.len() {
            self.slots.push(None);
        }
        self.slots[at] = Some(slot);
        match self.slot(older) {
            Some(older) => older.newer = at,
            None => self.oldest = at,
        }
        self.newest = at;
        self.bytes += bytes;
        self.frames += usize::from(is_frame);
        at
    }

    /// Removes an entry.
    pub(super) fn remove(&mut self, at: usize) {
        let Some(slot) = self.slots.get_mut(at).and_then(Option::take) else { return };
        self.vacant.push(at);
        match self.slot(slot.older) {
            Some(older) => older.newer = slot.newer,
            None => self.oldest = slot.newer,
        }
        match self.slot(slot.newer) {
            Some(newer) => newer.older = slot.older,
            None => self.newest = slot.older,
        }
        self.bytes -= slot.bytes;
        self.frames -= usize::from(slot.is_frame);
    }

    /// When the oldest entry was added.
    pub(super) fn since(&self) -> Option<Instant> {
        Some(self.slots.get(self.oldest)?.as_ref()?.since)
    }

    /// Returns what is held, by call site.
    pub(super) fn holders(&self) -> Vec<Holder> {
        let now = Instant::now();
        let mut sites = HashMap::<_, Holder>::new();
        for slot in self.slots.iter().flatten() {
            let holder = sites.entry(slot.site).or_insert_with(|| Holder::none_at(slot.site));
            holder.frames += 1;
            holder.bytes += slot.bytes as u64;
            holder.oldest = holder.oldest.max(now.saturating_duration_since(slot.since));
        }
        sites.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_known_whichever_goes_first() {
        let site = Location::caller();
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for order in orders {
            let mut kept = Kept::new();
            let added = [1, 20, 300].map(|bytes| kept.add(site, bytes, true));
            let since = added.map(|at| kept.slot(at).expect("it was added").since);
            let mut left = vec![0, 1, 2];
            for gone in order {
                assert_eq!(kept.since(), left.first().map(|&first| since[first]), "{order:?}");
                kept.remove(added[gone]);
                left.retain(|&at| at != gone);
                assert_eq!(kept.frames, left.len());
            }
            assert_eq!((kept.since(), kept.bytes, kept.holders().len()), (None, 0, 0));
            assert_eq!(kept.add(site, 7, false), added[order[2]], "a place is used again");
            assert_eq!((kept.bytes, kept.frames), (7, 0));
        }
    }
}
