//! A chunk whose owner may fill only a part: all calls take the part's length for its capacity.
#![forbid(unsafe_code)]

use crate::memory::chunk::Chunk;

impl Chunk {
    /// Lets the owner fill no more than the first `len` bytes.
    ///
    /// # Panics
    /// When more are filled.
    pub(crate) fn limit(&mut self, len: usize) {
        assert!(self.filled().len() <= len, "what is filled stays filled");
        self.lift_limit();
        // Never below `filled`, as invariant 4 requires.
        self.capacity = self.capacity.min(len);
    }

    /// Lets the owner fill the whole chunk again.
    #[inline]
    pub(crate) fn lift_limit(&mut self) {
        self.capacity = self.memory();
    }

    /// The capacity without a limit: how much memory the chunk takes.
    pub(crate) fn memory(&self) -> usize {
        self.link.head().capacity
    }
}
