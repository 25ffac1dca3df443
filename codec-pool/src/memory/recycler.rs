//! The place to which a chunk is returned.
#![forbid(unsafe_code)]

use core::num::NonZeroU32;
use core::panic::Location;

use crate::memory::chunk::Idle;

/// The place to which a chunk goes when its last reference is dropped.
pub(crate) trait Recycler: Send + Sync {
    /// Takes a chunk back. Called on whatever thread drops the last reference.
    fn recycle(&self, chunk: Idle);

    /// Notes who holds that many bytes from now on; `None` when that is not noted.
    fn note(
        &self,
        site: &'static Location<'static>,
        bytes: usize,
        because: Because,
    ) -> Option<NonZeroU32>;

    /// Removes the note with this mark: its bytes are no longer held.
    fn forget(&self, mark: NonZeroU32);
}

/// Why the holder of bytes is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Because {
    /// The bytes are one of a sample.
    Sampled,
    /// The bytes are charged to the payer with this seat.
    Seated(u32),
    /// The bytes are a clone, or a part, of those with this mark.
    Cloned(NonZeroU32),
}

/// The recycler type of chunks that have none; it has no values.
pub(crate) enum Nowhere {}

impl Recycler for Nowhere {
    fn recycle(&self, _: Idle) {
        match *self {}
    }

    fn note(&self, _: &'static Location<'static>, _: usize, _: Because) -> Option<NonZeroU32> {
        match *self {}
    }

    fn forget(&self, _: NonZeroU32) {
        match *self {}
    }
}

/// The way a chunk was allocated, which decides where it is returned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChunkKind {
    /// One of the pool's own, kept for reuse.
    Pooled,
    /// Instead of a pooled one while all of those are in use.
    Heap,
    /// A chunk for one frame that is larger than a pooled one.
    Large,
    /// A chunk for bytes copied out of the pool. It has no recycler.
    Own,
}

/// The share of an owner's references whose holders are noted: one in `every`, none when that
/// is zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sampling {
    pub(crate) every: u32,
    /// References until the next that is noted.
    pub(crate) left: u32,
}

impl Sampling {
    pub(crate) const OFF: Self = Self { every: 0, left: 0 };
    /// A flag in `every`: all references are noted, and charged to the seat in its other bits.
    const SEATED: u32 = 1 << 31;
    /// The maximum of a seat, and of `every` without that flag.
    pub(crate) const MOST: u32 = Self::SEATED - 1;

    /// All references, which are charged to a seat.
    pub(crate) const fn charged_to(seat: u32) -> Self {
        Self { every: Self::SEATED | seat, left: 0 }
    }

    /// The seat that they are charged to, if any.
    pub(crate) const fn seat(self) -> Option<u32> {
        if self.every & Self::SEATED == 0 { None } else { Some(self.every & Self::MOST) }
    }

    /// Why a reference is noted.
    pub(crate) const fn because(self) -> Because {
        match self.seat() {
            Some(seat) => Because::Seated(seat),
            None => Because::Sampled,
        }
    }

    #[inline]
    pub(crate) const fn is_on(self) -> bool {
        self.every != 0
    }

    /// Counts a reference, and returns whether to note it.
    #[cold]
    pub(crate) const fn is_due(&mut self) -> bool {
        if self.seat().is_some() {
            return true;
        }
        self.left = self.left.saturating_sub(1);
        let due = self.left == 0;
        if due {
            self.left = self.every;
        }
        due
    }
}
