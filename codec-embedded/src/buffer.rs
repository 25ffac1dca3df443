//! Bytes that were received and not taken yet.

/// A buffer of `N` bytes: what was taken is at its front, what is held after it, and room
/// behind. `start <= end <= N` always; slices are taken by `get`, so that a program without
/// [`fill`](Self::fill) has no code that panics.
#[derive(Debug)]
pub(crate) struct Buffer<const N: usize> {
    bytes: [u8; N],
    start: usize,
    end: usize,
}

impl<const N: usize> Buffer<N> {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; N], start: 0, end: 0 }
    }

    /// The bytes held.
    pub(crate) fn held(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Like [`held`](Self::held), to be changed in place.
    pub(crate) fn held_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(self.start..self.end).unwrap_or_default()
    }

    /// Returns whether there is no room for more.
    pub(crate) const fn is_full(&self) -> bool {
        self.end - self.start == N
    }

    /// Drops bytes from the front.
    pub(crate) fn take(&mut self, len: usize) {
        self.start = (self.start + len).min(self.end);
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
    }

    /// Room for bytes to come. What is held moves to the front when there is none
    /// otherwise: a byte at most once for each frame, since frames before it are gone then.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        if self.end == N && self.start > 0 {
            let start = self.start.min(N);
            self.bytes.copy_within(start.., 0);
            (self.start, self.end) = (0, N - start);
        }
        self.bytes.get_mut(self.end..).unwrap_or_default()
    }

    /// Holds bytes that a source says it has written to the room, as far as there was room.
    pub(crate) fn extend(&mut self, len: usize) {
        self.end = self.end.saturating_add(len).min(N);
    }

    /// Holds bytes that were written to the front of the [`room`](Self::room).
    ///
    /// # Panics
    /// When there was no such room.
    pub(crate) fn fill(&mut self, len: usize) {
        assert!(len <= N - self.end, "more bytes than there was room for");
        self.extend(len);
    }
}
