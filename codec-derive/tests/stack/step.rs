//! A byte that records the stack depth of every operation on it.

use std::cell::Cell;
use std::fmt;

use codec_core::{Decodable, DecodeError, Encode, EncodeError, Format, Reader, Size, Writer};

thread_local! {
    static LOWEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

fn address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

/// The bytes of stack from the caller to the deepest operation on a byte in `run`, and its result.
#[inline(never)]
pub(crate) fn measure<T>(run: impl FnOnce() -> T) -> (usize, T) {
    LOWEST.set(usize::MAX);
    let start = address();
    let value = run();
    (start.saturating_sub(LOWEST.get()), value)
}

#[inline(never)]
fn step() {
    LOWEST.set(LOWEST.get().min(address()));
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Step(pub(crate) u8);

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
