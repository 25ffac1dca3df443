//! The bytes of a value that was split, until the rest of it has arrived.
#![forbid(unsafe_code)]

/// Room without an allocator.
#[cfg(not(feature = "alloc"))]
const ROOM: usize = 64;

/// Number of times that the bytes of a collected part may be read, on average, and of bytes beyond
/// that: so that what a peer's smallest pieces cost is in proportion to its bytes.
const AGAIN: usize = 256;
const AGAIN_AT_LEAST: usize = 16 << 20;

/// Number of bytes that stay allocated for the next value that is cut.
#[cfg(feature = "alloc")]
const KEPT: usize = 1024;

/// The bytes of one number, or of one value that is collected: there is never more
/// than one that is cut.
#[cfg(feature = "alloc")]
#[derive(Debug, Default)]
pub(super) struct Carry {
    bytes: alloc::vec::Vec<u8>,
    need: usize,
    due: usize,
    again: usize,
    sought: Option<u8>,
}

#[cfg(feature = "alloc")]
impl Carry {
    /// Appends bytes; returns whether there is room for them.
    pub(super) fn append(&mut self, bytes: &[u8]) -> bool {
        crate::raw::append_bytes(&mut self.bytes, bytes).is_some()
    }

    /// Removes all bytes.
    pub(super) fn clear(&mut self) {
        (self.need, self.due, self.again, self.sought) = (0, 0, 0, None);
        self.bytes.clear();
        if self.bytes.capacity() > KEPT {
            self.bytes = alloc::vec::Vec::new();
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The bytes of one number, or of one value that is collected: there is never more
/// than one that is cut.
#[cfg(not(feature = "alloc"))]
#[derive(Debug)]
pub(super) struct Carry {
    bytes: [u8; ROOM],
    len: usize,
    need: usize,
    due: usize,
    again: usize,
    sought: Option<u8>,
}

#[cfg(not(feature = "alloc"))]
impl Default for Carry {
    fn default() -> Self {
        Self { bytes: [0; ROOM], len: 0, need: 0, due: 0, again: 0, sought: None }
    }
}

#[cfg(not(feature = "alloc"))]
impl Carry {
    /// Appends bytes; returns whether there is room for them.
    pub(super) fn append(&mut self, bytes: &[u8]) -> bool {
        let room = self.bytes.get_mut(self.len..self.len + bytes.len());
        let Some(room) = room else { return false };
        room.copy_from_slice(bytes);
        self.len += bytes.len();
        true
    }

    /// Removes all bytes.
    pub(super) fn clear(&mut self) {
        (self.need, self.due, self.again, self.sought) = (0, 0, 0, None);
        self.len = 0;
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Carry {
    /// Number of bytes that are known to be needed.
    pub(super) const fn need(&self) -> usize {
        self.need
    }

    /// Number of bytes at which the value is read again.
    pub(super) const fn due(&self) -> usize {
        self.due
    }

    /// The byte up to which bytes are kept before the value is read again.
    pub(super) const fn sought(&self) -> Option<u8> {
        self.sought
    }

    /// Sets how many bytes are needed, and which byte is `sought` among those to come. An `open` value is complete only at the end of the input;
    /// until then it is read again each time that its bytes have doubled.
    pub(super) fn set_need(&mut self, need: usize, sought: Option<u8>, open: bool) {
        (self.need, self.sought) = (need, sought);
        self.due = if open { need.max(self.len().saturating_mul(2)) } else { need };
    }

    /// Counts that all bytes are read once more. Returns false when that was too often.
    pub(super) fn read_again(&mut self) -> bool {
        self.again = self.again.saturating_add(self.len());
        self.again <= self.len().saturating_mul(AGAIN).saturating_add(AGAIN_AT_LEAST)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn len(&self) -> usize {
        self.bytes().len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }
}
