//! One direction of a connection, put together.

use std::collections::BTreeMap;

use codec_core::Header as _;
use codec_stratum::FrameHeader;

use super::packet::Segment;
use super::time::Time;

/// Bytes that may wait for those before them, until these are taken for lost.
const MOST_WAITING: usize = 4 << 20;
/// The longest first frame: a `SetupConnection` with all strings at their limits, and fields
/// of extensions.
const LONGEST_FIRST: usize = 4096;

/// What a stream holds.
#[derive(Debug)]
pub(super) enum Event {
    /// A whole frame, at this byte of the stream.
    Frame { time: Time, offset: u64, bytes: Vec<u8> },
    /// Bytes that are not shown, and why; all that follow where there is no length.
    Gap { time: Time, offset: u64, len: Option<u64>, reason: &'static str },
}

/// What a segment holds: `data` may be less than the `len` bytes that it had.
#[derive(Debug)]
struct Chunk {
    time: Time,
    data: Vec<u8>,
    len: u64,
}

/// A direction of a connection.
#[derive(Debug, Default)]
pub(super) struct Stream {
    /// The sequence number of the first byte, once it is known.
    base: Option<u32>,
    /// How many bytes were taken.
    taken: u64,
    /// Those that wait for others, by their place.
    waiting: BTreeMap<u64, Chunk>,
    waiting_bytes: usize,
    /// The part that is there of a frame, and where it began.
    frame: Vec<u8>,
    frame_at: u64,
    /// The bytes of a frame with a gap that are left.
    skipped: u64,
    has_frames: bool,
    /// When the last segment was captured.
    last: Time,
    /// Whether nothing more is taken.
    is_closed: bool,
}

type Emit<'e> = dyn FnMut(Event) + 'e;

impl Stream {
    /// Takes a segment.
    pub(super) fn segment(&mut self, time: Time, segment: &Segment<'_>, emit: &mut Emit<'_>) {
        self.last = time;
        let first = segment.sequence.wrapping_add(u32::from(segment.opens));
        if segment.opens && self.base.is_none_or(|base| base != first) {
            self.finish(emit);
            *self = Self { base: Some(first), ..Self::default() };
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

    /// Where a byte is in the stream, from its place in 32 bits; `None` of one before it.
    fn place(&self, low: u32) -> Option<u64> {
        let [.., a, b, c, d] = self.taken.to_be_bytes();
        let ahead = low.wrapping_sub(u32::from_be_bytes([a, b, c, d])).cast_signed();
        self.taken.checked_add_signed(i64::from(ahead))
    }

    /// Takes what waits and has all before it; `over_gap`, also what doesn't, up to the next
    /// gap.
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
                // Another segment may have it, that was sent again.
                let is_elsewhere =
                    self.waiting.keys().next().is_some_and(|next| *next <= self.taken);
                if !is_elsewhere {
                    self.gap(chunk.time, missing, "the capture holds packets in part", emit);
                }
            }
        }
    }

    /// The capture has ended.
    pub(super) fn finish(&mut self, emit: &mut Emit<'_>) {
        while !self.waiting.is_empty() {
            self.take_waiting(true, emit);
        }
        if !self.frame.is_empty() && !self.is_closed {
            let (offset, len) = (self.frame_at, Some(self.frame.len() as u64));
            let reason = "the capture ends in the middle of a frame";
            emit(Event::Gap { time: self.last, offset, len, reason });
            self.frame.clear();
        }
    }

    fn close(&mut self, time: Time, reason: &'static str, emit: &mut Emit<'_>) {
        self.is_closed = true;
        let offset = self.taken;
        self.frame = Vec::new();
        emit(Event::Gap { time, offset, len: None, reason });
    }

    /// The next bytes.
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
            if self.frame.len() >= FrameHeader::SIZE && !self.has_frames && !self.begins_well() {
                let reason = "it begins with no SetupConnection or answer to one; encrypted?";
                self.close(time, reason, emit);
            } else if !self.frame.is_empty() && self.missing() == 0 {
                self.has_frames = true;
                let (offset, bytes) = (self.frame_at, std::mem::take(&mut self.frame));
                emit(Event::Frame { time, offset, bytes });
            }
        }
    }

    /// How many bytes the frame lacks: first of its header, then of its payload.
    fn missing(&self) -> usize {
        match self.frame.get(..FrameHeader::SIZE).map(FrameHeader::parse) {
            Some(Ok(header)) => FrameHeader::SIZE + header.payload_len() - self.frame.len(),
            _ => FrameHeader::SIZE - self.frame.len(),
        }
    }

    /// Whether the first frame is one that connections begin with: one of the first three
    /// messages (Stratum V2 specification, section 3.6).
    fn begins_well(&self) -> bool {
        let header = self.frame.get(..FrameHeader::SIZE).map(FrameHeader::parse);
        let Some(Ok(header)) = header else { return false };
        header.id() <= 2 && !header.is_channel() && header.payload_len() <= LONGEST_FIRST
    }

    /// Bytes that are not there.
    fn gap(&mut self, time: Time, len: u64, reason: &'static str, emit: &mut Emit<'_>) {
        let offset = self.taken;
        self.taken += len;
        if self.is_closed {
            return;
        }
        // Where the rest of the frame is known, the next one can be found.
        let left = match self.frame.len() {
            0 => self.skipped,
            known if known >= FrameHeader::SIZE => self.missing() as u64,
            _ => 0,
        };
        emit(Event::Gap { time, offset, len: Some(len), reason });
        if len > left {
            self.close(time, "a frame's header is lost, and with it where frames begin", emit);
            return;
        }
        if !self.frame.is_empty() {
            let held = self.frame.len() as u64 + left;
            self.frame.clear();
            let offset = self.frame_at;
            emit(Event::Gap { time, offset, len: Some(held), reason: "a frame with a gap" });
        }
        self.skipped = left - len;
    }
}
