//! What a chunk knows of the place where it belongs.
#![forbid(unsafe_code)]

use core::num::NonZeroU32;
use core::panic::Location;

use crate::memory::chunk::Idle;

/// Where a chunk goes when its last reference is dropped.
pub(crate) trait Recycler: Send + Sync {
    /// Takes a chunk back. Called on whatever thread drops the last reference.
    fn recycle(&self, chunk: Idle);

    /// Notes who holds so many bytes from now on; `None` when that is not noted.
    fn note(&self, site: &'static Location<'static>, bytes: usize) -> Option<NonZeroU32>;

    /// The holder with this mark holds its bytes no longer.
    fn forget(&self, mark: NonZeroU32);
}

/// The recycler of chunks that have none: there is never a value of it.
pub(crate) enum Nowhere {}

impl Recycler for Nowhere {
    fn recycle(&self, _: Idle) {
        match *self {}
    }

    fn note(&self, _: &'static Location<'static>, _: usize) -> Option<NonZeroU32> {
        match *self {}
    }

    fn forget(&self, _: NonZeroU32) {
        match *self {}
    }
}

/// How a chunk came to be, which decides where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChunkKind {
    /// One of the pool's own, kept for reuse.
    Pooled,
    /// In the place of a pooled one while all of those are in use.
    Heap,
    /// For one frame that is larger than a pooled chunk.
    Large,
    /// For bytes that left the pool. It has no home.
    Own,
}

/// Which of the references that an owner hands out are noted: one in `every`,
/// none when that is zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sampling {
    pub(crate) every: u32,
    /// How many more until the next that is noted.
    pub(crate) left: u32,
}

impl Sampling {
    pub(crate) const OFF: Self = Self { every: 0, left: 0 };

    #[inline]
    pub(crate) const fn is_on(self) -> bool {
        self.every != 0
    }

    /// Counts a reference, and says whether it is one to note.
    #[cold]
    pub(crate) const fn is_due(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        let due = self.left == 0;
        if due {
            self.left = self.every;
        }
        due
    }
}
