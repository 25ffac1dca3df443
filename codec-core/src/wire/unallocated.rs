//! Owned types of programs without an allocator: they hold nothing, and name what is borrowed.
//!
//! A message is declared once, by its owned form, and its borrowed form refers to it. Without the
//! feature `alloc` that form exists and can't be decoded: a program that tries does not compile.
#![forbid(unsafe_code)]

use super::{LengthPrefix, Seq, SeqStorage, Storage};
use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;

/// A vector without memory.
pub(super) type Vec<T> = [T; 0];

/// Stops a build that makes an owned sequence: when the type of its elements is known, which is never
/// that large.
const fn needs_alloc<T>() {
    assert!(size_of::<T>() == usize::MAX, "owned values need the feature `alloc` of codec-core");
}

impl Storage for [u8; 0] {
    const CAPACITY: usize = 0;

    fn copy_from(bytes: &[u8]) -> Self {
        assert!(bytes.is_empty(), "owned bytes need the feature `alloc` of codec-core");
        []
    }
}

impl<T> SeqStorage for [T; 0] {
    #[inline]
    fn count(&self) -> usize {
        0
    }
}

impl<L: LengthPrefix, T: Decodable> Decodable for Seq<L, [T; 0]> {
    fn size<F: Format>() -> Size {
        Size::at_least(L::SIZE)
    }

    fn decode<F: Format>(_: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { needs_alloc::<T>() };
        Ok(Self::unchecked([]))
    }

    crate::value::memory::no_memory!();
}

crate::impl_decodable_ref!({L: LengthPrefix, T: Decodable} Seq<L, [T; 0]>);

/// Elements of an owned sequence.
pub(super) fn collected<T>(_: impl Iterator<Item = T>) -> Vec<T> {
    const { needs_alloc::<T>() };
    []
}
