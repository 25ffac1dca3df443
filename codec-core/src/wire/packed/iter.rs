//! Reading the elements in order, from either end.
#![forbid(unsafe_code)]

use core::fmt;
use core::iter::FusedIterator;

use super::{Packable, Packed};

/// Reads the elements of a [`Packed`](crate::Packed).
pub struct PackedIter<'a, T> {
    packed: &'a Packed<T>,
    next: usize,
    end: usize,
}

impl<'a, T> PackedIter<'a, T> {
    #[inline]
    pub(super) const fn new(packed: &'a Packed<T>) -> Self {
        Self { packed, next: 0, end: packed.len() }
    }
}

impl<'a, T: Packable> Iterator for PackedIter<'a, T> {
    type Item = T::Ref<'a>;

    #[inline]
    fn next(&mut self) -> Option<T::Ref<'a>> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<T::Ref<'a>> {
        let index = self.next.saturating_add(skipped).min(self.end);
        self.next = self.end.min(index + 1);
        if index < self.end { self.packed.get(index) } else { None }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.next;
        (left, Some(left))
    }
}

impl<T: Packable> DoubleEndedIterator for PackedIter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        self.packed.get(self.end)
    }
}

impl<T: Packable> ExactSizeIterator for PackedIter<'_, T> {}

impl<T: Packable> FusedIterator for PackedIter<'_, T> {}

impl<T> Clone for PackedIter<'_, T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<T> fmt::Debug for PackedIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedIter").field("left", &(self.end - self.next)).finish_non_exhaustive()
    }
}

impl<'a, T: Packable> IntoIterator for &'a Packed<T> {
    type Item = T::Ref<'a>;
    type IntoIter = PackedIter<'a, T>;

    #[inline]
    fn into_iter(self) -> PackedIter<'a, T> {
        self.iter()
    }
}
