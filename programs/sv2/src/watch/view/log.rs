//! The frames that can be viewed: the most recent ones that fit into the log's memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use codec_stratum::FrameHeader;
use session::{Inspection, Label, Place};

use crate::watch::observer::Direction;

/// The most frames that are kept, and the most bytes of payloads.
const FRAMES: usize = 10_000;
const BYTES: usize = 32 << 20;
/// The most complaints that are kept.
const NOTES: usize = 100;

/// A frame that has passed.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) seconds: f64,
    pub(crate) connection: u64,
    pub(crate) direction: Direction,
    pub(crate) offset: u64,
    pub(crate) header: FrameHeader,
    pub(crate) payload: Box<[u8]>,
}

impl Seen {
    /// The message's name, by its id alone.
    pub(super) const fn label(&self) -> Label {
        Label(self.header)
    }

    /// The channel, which is first in every message with a channel bit.
    pub(super) fn channel(&self) -> Option<u32> {
        let number = self.payload.first_chunk().filter(|_| self.header.is_channel())?;
        Some(u32::from_le_bytes(*number))
    }

    /// The frame, decoded.
    pub(super) fn inspect(&self) -> Inspection<'_> {
        Inspection::new(Place::Byte(self.offset), self.header, &self.payload)
    }
}

/// The last frames, and what went wrong.
#[derive(Debug, Default)]
pub(crate) struct Log {
    frames: VecDeque<Arc<Seen>>,
    bytes: usize,
    /// The number of the first frame that is kept.
    first: u64,
    pub(super) notes: VecDeque<String>,
    /// Grows with every change.
    pub(super) round: u64,
}

impl Log {
    fn push(&mut self, seen: Seen) {
        self.bytes += seen.payload.len();
        self.frames.push_back(Arc::new(seen));
        while self.frames.len() > FRAMES || (self.bytes > BYTES && self.frames.len() > 1) {
            let gone = self.frames.pop_front().map_or(0, |gone| gone.payload.len());
            self.bytes -= gone;
            self.first += 1;
        }
        self.round += 1;
    }

    fn note(&mut self, line: String) {
        if self.notes.len() == NOTES {
            self.notes.pop_front();
        }
        self.notes.push_back(line);
        self.round += 1;
    }

    /// The frames that are kept with their numbers, oldest first.
    pub(super) fn frames(&self) -> impl DoubleEndedIterator<Item = (u64, &Arc<Seen>)> {
        self.frames.iter().enumerate().map(|(index, seen)| (self.first + index as u64, seen))
    }

    /// Number of frames that there were.
    pub(super) fn count(&self) -> u64 {
        self.first + self.frames.len() as u64
    }
}

/// The log, which connections write and the view reads.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedLog(Arc<Mutex<Log>>);

impl SharedLog {
    pub(super) fn lock(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, seen: Seen) {
        self.lock().push(seen);
    }

    /// Keeps a complaint, for a screen has no room for standard error.
    pub(crate) fn note(&self, line: String) {
        self.lock().note(line);
    }
}

#[cfg(test)]
mod tests {
    use codec_stratum::FrameHeader;

    use super::{BYTES, FRAMES, Log, NOTES, Seen, SharedLog};
    use crate::watch::observer::Direction;

    fn seen(len: usize) -> Seen {
        let header = codec_core::Header::parse(&[0, 0x80, 0x1a, 4, 0, 0]).unwrap();
        let header: FrameHeader = header;
        let (direction, payload) = (Direction::ToServer, vec![0; len].into());
        Seen { seconds: 0.0, connection: 1, direction, offset: 0, header, payload }
    }

    #[test]
    fn old_frames_go_and_keep_their_numbers() {
        let mut log = Log::default();
        (0..FRAMES + 5).for_each(|_| log.push(seen(4)));
        assert_eq!(log.frames().count(), FRAMES);
        assert_eq!(log.frames().next().unwrap().0, 5);
        assert_eq!(log.count(), FRAMES as u64 + 5);
    }

    #[test]
    fn long_frames_go_sooner_but_the_last_one_stays() {
        let mut log = Log::default();
        (0..3).for_each(|_| log.push(seen(BYTES / 2)));
        assert_eq!((log.frames().count(), log.bytes), (2, BYTES));
        log.push(seen(BYTES + 1));
        assert_eq!((log.frames().count(), log.bytes), (1, BYTES + 1));
    }

    /// Two threads write at once: nothing is lost, and the frames of each are in their order.
    #[test]
    fn what_two_threads_push_is_all_there() {
        const EACH: usize = FRAMES / 4;
        let log = SharedLog::default();
        std::thread::scope(|scope| {
            for connection in 0..2 {
                let log = log.clone();
                scope.spawn(move || {
                    for offset in 0..EACH as u64 {
                        log.push(Seen { connection, offset, ..seen(3) });
                        log.note(format!("{connection} {offset}"));
                    }
                });
            }
        });
        let log = log.lock();
        assert_eq!((log.count(), log.frames().count()), (2 * EACH as u64, 2 * EACH));
        assert_eq!((log.bytes, log.round), (3 * 2 * EACH, 4 * EACH as u64));
        assert_eq!(log.notes.len(), NOTES.min(2 * EACH));
        for connection in 0..2 {
            let of_one = log.frames().filter(|(_, seen)| seen.connection == connection);
            assert!(of_one.map(|(_, seen)| seen.offset).eq(0..EACH as u64), "{connection}");
        }
    }
}
