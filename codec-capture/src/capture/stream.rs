//! One direction of a connection, reassembled.

use std::collections::BTreeMap;

use codec_core::{DecodeError, Header};

use super::packet::Segment;
use super::time::Time;

/// How many out-of-order bytes are buffered before those missing are considered lost.
const MOST_WAITING: usize = 4 << 20;

/// An item found in a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A whole frame: its header, which parses, and its payload, unverified.
    Frame(Vec<u8>),
    /// Bytes that are skipped.
    Gap {
        /// How many; `None` for all later bytes in this direction.
        len: Option<u64>,
        /// Why.
        reason: &'static str,
    },
    /// The bytes at the start of a frame are not a valid header. A gap without an end follows.
    Malformed(DecodeError),
}

/// The data of a segment: `data` may be shorter than `len`, its length on the wire.
#[derive(Debug)]
struct Chunk {
    time: Time,
    data: Vec<u8>,
    len: u64,
}

/// A direction of a connection.
pub(super) struct Stream<H> {
    /// Whether a connection may begin with this header.
    begins: fn(H) -> bool,
    /// The sequence number of the first byte, once it is known.
    base: Option<u32>,
    /// How many bytes of the stream have been processed.
    taken: u64,
    /// Out-of-order segments, by stream offset.
    waiting: BTreeMap<u64, Chunk>,
    waiting_bytes: usize,
    /// The partial frame, and where it began.
    frame: Vec<u8>,
    frame_at: u64,
    /// How many bytes of a frame with a gap remain to be skipped.
    skipped: u64,
    has_frames: bool,
    /// When the last segment was captured.
    last: Time,
    /// Whether the rest of the direction is skipped.
    is_closed: bool,
}

/// Called with what was found, when, and its stream offset.
type Emit<'e> = dyn FnMut(Time, u64, Event) + 'e;

impl<H: Header> Stream<H> {
    /// A direction of which nothing has been seen.
    pub(super) const fn new(begins: fn(H) -> bool) -> Self {
        Self {
            begins,
            base: None,
            taken: 0,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            frame: Vec::new(),
            frame_at: 0,
            skipped: 0,
            has_frames: false,
            last: Time { seconds: 0, nanos: 0 },
            is_closed: false,
        }
    }

    /// Processes a segment.
    pub(super) fn segment(&mut self, time: Time, segment: &Segment<'_>, emit: &mut Emit<'_>) {
        self.last = time;
        let first = segment.sequence.wrapping_add(u32::from(segment.opens));
        if segment.opens && self.base.is_none_or(|base| base != first) {
            self.finish(emit);
            *self = Self { base: Some(first), ..Self::new(self.begins) };
        }
        if segment.len == 0 || self.is_closed {
            return;
        }
        let Some(base) = self.base else {
            self.close(time, "the capture begins in the middle of the connection", emit);
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
        if !self.frame.is_empty() && !self.is_closed {
            let (offset, len) = (self.frame_at, Some(self.frame.len() as u64));
            let reason = "the capture ends in the middle of a frame";
            emit(self.last, offset, Event::Gap { len, reason });
            self.frame.clear();
        }
    }

    fn close(&mut self, time: Time, reason: &'static str, emit: &mut Emit<'_>) {
        self.is_closed = true;
        let offset = self.taken;
        self.frame = Vec::new();
        emit(time, offset, Event::Gap { len: None, reason });
    }

    /// Processes the next bytes in order.
    fn bytes(&mut self, time: Time, mut data: &[u8], emit: &mut Emit<'_>) {
        while !data.is_empty() {
            if self.is_closed {
                self.taken += data.len() as u64;
                return;
            }
            if self.frame.is_empty() {
                let skip = usize::try_from(self.skipped).unwrap_or(usize::MAX).min(data.len());
                self.skipped -= skip as u64;
                self.taken += skip as u64;
                data = &data[skip..];
                self.frame_at = self.taken;
            }
            let wanted = self.missing();
            let (part, rest) = data.split_at(wanted.min(data.len()));
            self.frame.extend_from_slice(part);
            self.taken += part.len() as u64;
            data = rest;
            let Some(header) = self.frame.get(..H::SIZE).map(H::parse) else { continue };
            let error = header.as_ref().err().copied();
            if !(self.has_frames || header.is_ok_and(self.begins)) {
                let reason = "it doesn't begin as connections do; another protocol or encrypted?";
                self.close(time, reason, emit);
            } else if let Some(error) = error {
                emit(time, self.frame_at, Event::Malformed(error));
                self.close(time, "no header tells where frames begin", emit);
            } else if self.missing() == 0 {
                self.has_frames = true;
                emit(time, self.frame_at, Event::Frame(std::mem::take(&mut self.frame)));
            }
        }
    }

    /// How many bytes the frame lacks: first of its header, then of its payload.
    fn missing(&self) -> usize {
        match self.frame.get(..H::SIZE).map(H::parse) {
            Some(Ok(header)) => H::SIZE + header.payload_len() - self.frame.len(),
            _ => H::SIZE - self.frame.len(),
        }
    }

    /// Skips bytes that are missing from the capture.
    fn gap(&mut self, time: Time, len: u64, reason: &'static str, emit: &mut Emit<'_>) {
        let offset = self.taken;
        self.taken += len;
        if self.is_closed {
            return;
        }
        // If the length of the frame is known, the next frame can be found.
        let left = match self.frame.len() {
            0 => self.skipped,
            known if known >= H::SIZE => self.missing() as u64,
            _ => 0,
        };
        emit(time, offset, Event::Gap { len: Some(len), reason });
        if len > left {
            self.close(time, "a frame's header is lost, and with it where frames begin", emit);
            return;
        }
        if !self.frame.is_empty() {
            let held = self.frame.len() as u64 + left;
            self.frame.clear();
            let offset = self.frame_at;
            let gap = Event::Gap { len: Some(held), reason: "a frame with a gap" };
            emit(time, offset, gap);
        }
        self.skipped = left - len;
    }
}
