//! A byte that counts the operations on it.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;

use codec_core::{Decodable, DecodeError, Encode, EncodeError, Format, Reader, Size, Writer};

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Counts the operations on bytes while `run` runs. It panics after `most`: an operation whose cost
/// doubles with each level would otherwise never end.
pub(crate) fn count<T>(most: usize, run: impl FnOnce() -> T) -> (usize, T) {
    STEPS.set(0);
    MOST.set(most);
    let value = run();
    MOST.set(usize::MAX);
    (STEPS.get(), value)
}

fn step() {
    STEPS.set(STEPS.get() + 1);
    assert!(STEPS.get() <= MOST.get(), "over {} steps", MOST.get());
}

#[derive(Clone, Copy, Eq, Default)]
pub(crate) struct Step(pub(crate) u8);

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        step();
        self.0 == other.0
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Step {
    fn cmp(&self, other: &Self) -> Ordering {
        step();
        self.0.cmp(&other.0)
    }
}

impl std::hash::Hash for Step {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        step();
        self.0.hash(state);
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        step();
        self.0.fmt(f)
    }
}

impl Encode for Step {
    fn encoded_len<F: Format>(&self) -> usize {
        step();
        1
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        step();
        w.byte(self.0)
    }
}

impl Decodable for Step {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        step();
        r.byte().map(Self)
    }
}

codec_core::impl_plain!(Step);
