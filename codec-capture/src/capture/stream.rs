//! One direction of a connection, reassembled.

use std::collections::BTreeMap;

use super::frames::{Cut, Event};
use super::packet::{Ends, Segment};
use super::time::Time;

/// Number of out-of-order bytes buffered before those missing are considered lost.
const MOST_WAITING: usize = 4 << 20;

/// The data of a segment: `data` may be shorter than `len`, its length on the wire.
#[derive(Debug)]
struct Chunk {
    time: Time,
    data: Vec<u8>,
    len: u64,
}

/// A direction of a connection.
pub(super) struct Stream<C> {
    /// Finds frames in its data.
    cut: C,
    /// The sequence number of the first byte, once it is known.
    base: Option<u32>,
    /// Number of bytes of the stream that have been processed.
    taken: u64,
    /// Out-of-order segments, by stream offset.
    waiting: BTreeMap<u64, Chunk>,
    waiting_bytes: usize,
    /// When the last segment was captured.
    last: Time,
    /// `true` if the rest of the direction is skipped.
    is_closed: bool,
}

/// Called with what was found, when, and its stream offset.
type Emit<'e> = dyn FnMut(Time, u64, Event) + 'e;

impl<C: Cut> Stream<C> {
    /// A direction of which nothing has been seen.
    pub(super) const fn new(cut: C) -> Self {
        Self {
            cut,
            base: None,
            taken: 0,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            last: Time { seconds: 0, nanos: 0 },
            is_closed: false,
        }
    }

    /// Processes a segment; `new` begins another connection.
    pub(super) fn segment(
        &mut self,
        time: Time,
        segment: &Segment<'_>,
        new: &mut dyn FnMut(Ends) -> C,
        emit: &mut Emit<'_>,
    ) {
        self.last = time;
        let first = segment.sequence.wrapping_add(u32::from(segment.opens));
        if segment.opens && self.base.is_none_or(|base| base != first) {
            self.finish(emit);
            *self = Self { base: Some(first), last: time, ..Self::new(new(segment.ends)) };
        }
        if segment.len == 0 || self.is_closed {
            return;
        }
        let Some(base) = self.base else {
            self.is_closed = true;
            let reason = "the capture begins in the middle of the connection";
            emit(time, self.taken, Event::Gap { len: None, reason });
            return;
        };
        let Some(at) = self.place(first.wrapping_sub(base)) else { return };
        let (data, len) = (segment.data.to_vec(), segment.len as u64);
        let is_longer = self.waiting.get(&at).is_none_or(|other| other.data.len() < data.len());
        if is_longer {
            self.waiting_bytes += data.len();
            let before = self.waiting.insert(at, Chunk { time, data, len });
            self.waiting_bytes -= before.map_or(0, |chunk| chunk.data.len());
        }
        self.take_waiting(false, emit);
        while self.waiting_bytes > MOST_WAITING {
            self.take_waiting(true, emit);
        }
    }

    /// The stream offset of a 32-bit sequence number; `None` if it is before the start.
    fn place(&self, low: u32) -> Option<u64> {
        let [.., a, b, c, d] = self.taken.to_be_bytes();
        let ahead = low.wrapping_sub(u32::from_be_bytes([a, b, c, d])).cast_signed();
        self.taken.checked_add_signed(i64::from(ahead))
    }

    /// Processes buffered segments that are next in order; with `over_gap`, first skips the gap
    /// before them.
    fn take_waiting(&mut self, mut over_gap: bool, emit: &mut Emit<'_>) {
        while let Some(entry) = self.waiting.first_entry() {
            let at = *entry.key();
            if at > self.taken && !over_gap {
                return;
            }
            let chunk = entry.remove();
            self.waiting_bytes -= chunk.data.len();
            if at > self.taken {
                over_gap = false;
                self.gap(chunk.time, at - self.taken, "it is not in the capture", emit);
            }
            let known = self.taken - at;
            let from = usize::try_from(known).unwrap_or(usize::MAX).min(chunk.data.len());
            let fresh = &chunk.data[from..];
            self.bytes(chunk.time, fresh, emit);
            let missing = (at + chunk.len).saturating_sub(self.taken);
            if missing > 0 {
                // The data may be in a retransmitted segment.
                let is_elsewhere =
                    self.waiting.keys().next().is_some_and(|next| *next <= self.taken);
                if !is_elsewhere {
                    self.gap(chunk.time, missing, "the capture holds packets in part", emit);
                }
            }
        }
    }

    /// Ends the stream, at the end of the capture.
    pub(super) fn finish(&mut self, emit: &mut Emit<'_>) {
        while !self.waiting.is_empty() {
            self.take_waiting(true, emit);
        }
        if !self.is_closed {
            let last = self.last;
            self.cut.end(&mut |offset, event| emit(last, offset, event));
        }
    }

    /// Processes the next bytes in order.
    fn bytes(&mut self, time: Time, data: &[u8], emit: &mut Emit<'_>) {
        let offset = self.taken;
        self.taken += data.len() as u64;
        if !self.is_closed {
            let flow = self.cut.bytes(offset, data, &mut |at, event| emit(time, at, event));
            self.is_closed = flow.is_break();
        }
    }

    /// Skips bytes that are missing from the capture.
    fn gap(&mut self, time: Time, len: u64, reason: &'static str, emit: &mut Emit<'_>) {
        let offset = self.taken;
        self.taken += len;
        if !self.is_closed {
            emit(time, offset, Event::Gap { len: Some(len), reason });
            let flow = self.cut.gap(offset, len, &mut |at, event| emit(time, at, event));
            self.is_closed = flow.is_break();
        }
    }
}
