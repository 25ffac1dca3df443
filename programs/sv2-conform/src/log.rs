//! The frames of a scenario, as they were sent and received.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use codec_core::wire::U256;
use codec_core::{Format as _, Header as _, Message as _, Sv2};
use codec_stratum::FrameHeader;
use codec_stratum::mining::SetNewPrevHash;

/// Entries that are kept; a program that sends more is not listened to any longer.
pub(crate) const MAX_ENTRIES: usize = 4096;
/// Bytes of a frame that are kept.
const MAX_BYTES: usize = 16 * 1024;

/// A frame, or an event on a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Time since the scenario began.
    pub at: Duration,
    /// Number of the connection, from 0.
    pub connection: usize,
    /// True if the program under test sent it.
    pub is_received: bool,
    /// The frame in plaintext, header and payload, or its first 16 KiB.
    pub bytes: Vec<u8>,
    /// The event where there is no frame: `connected`, `closed`.
    pub event: Option<String>,
}

/// All that was sent and received in a scenario, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Log {
    /// The entries, at most 4,096.
    pub entries: Vec<Entry>,
}

/// A log that all connections of a scenario write.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    log: Rc<RefCell<Log>>,
    start: Instant,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { log: Rc::default(), start: Instant::now() }
    }

    /// Adds a frame and returns the number of its entry.
    pub(crate) fn frame(&self, connection: usize, is_received: bool, bytes: &[u8]) -> usize {
        let bytes = bytes[..bytes.len().min(MAX_BYTES)].to_vec();
        self.add(Entry { at: self.start.elapsed(), connection, is_received, bytes, event: None })
    }

    /// Adds an event.
    pub(crate) fn event(&self, connection: usize, is_received: bool, event: String) -> usize {
        let (at, bytes) = (self.start.elapsed(), Vec::new());
        self.add(Entry { at, connection, is_received, bytes, event: Some(event) })
    }

    fn add(&self, entry: Entry) -> usize {
        let entries = &mut self.log.borrow_mut().entries;
        if entries.len() < MAX_ENTRIES {
            entries.push(entry);
        }
        entries.len() - 1
    }

    /// Returns true if no more is kept.
    pub(crate) fn is_full(&self) -> bool {
        self.log.borrow().entries.len() == MAX_ENTRIES
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.log.borrow().entries.len()
    }

    /// Returns true if a connection was told of two blocks, from this entry on.
    pub(crate) fn has_two_blocks(&self, from: usize) -> bool {
        let log = self.log.borrow();
        let mut blocks = BTreeMap::new();
        let mut received = log.entries.iter().skip(from).filter(|entry| entry.is_received);
        received.any(|entry| {
            let Some(hash) = block(&entry.bytes) else { return false };
            *blocks.entry(entry.connection).or_insert(hash) != hash
        })
    }

    /// Forgets all entries from this one on.
    pub(crate) fn truncate(&self, len: usize) {
        self.log.borrow_mut().entries.truncate(len);
    }

    /// The log so far, which is taken from the writer.
    pub(crate) fn take(&self) -> Log {
        self.log.take()
    }
}

/// The block that a frame tells of, if it is one that does.
fn block(frame: &[u8]) -> Option<U256> {
    let (header, payload) = frame.split_at_checked(FrameHeader::SIZE)?;
    let header = FrameHeader::parse(header).ok()?;
    let is_block = header.id() == SetNewPrevHash::ID;
    is_block.then(|| Sv2::from_slice::<SetNewPrevHash>(payload).ok())?.map(|new| new.prev_hash)
}
