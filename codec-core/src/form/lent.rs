//! The elements of a borrowed map or set: in encoded bytes, or in an owned
//! value.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::boxed::Box;

use super::seq_ref::{SeqIter, SeqRef};

/// A map or set that lends its elements in borrowed form.
#[cfg(feature = "alloc")]
pub(crate) trait Lend<'de, T>: Sync {
    /// Number of elements.
    fn count(&self) -> usize;

    /// The elements, in the value's own order.
    fn lend(&'de self) -> Box<dyn Iterator<Item = T> + 'de>;
}

/// Elements in encoded bytes, checked before, or in an owned value.
pub(crate) enum Lent<'de, T> {
    Encoded(SeqRef<'de, T>),
    #[cfg(feature = "alloc")]
    Owned(&'de (dyn Lend<'de, T> + 'de)),
}

impl<T> Clone for Lent<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lent<'_, T> {}

impl<'de, T> Lent<'de, T> {
    #[inline]
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Encoded(elements) => elements.len(),
            #[cfg(feature = "alloc")]
            Self::Owned(value) => value.count(),
        }
    }

    #[inline]
    pub(crate) fn iter(&self) -> LentIter<'de, T> {
        LentIter(match self {
            Self::Encoded(elements) => Source::Encoded(elements.iter()),
            #[cfg(feature = "alloc")]
            Self::Owned(value) => Source::Owned(value.lend()),
        })
    }
}

/// Reads the entries of a [`MapRef`](crate::MapRef).
pub struct LentIter<'de, T>(Source<'de, T>);

enum Source<'de, T> {
    Encoded(SeqIter<'de, T>),
    #[cfg(feature = "alloc")]
    Owned(Box<dyn Iterator<Item = T> + 'de>),
}

impl<T> Iterator for LentIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        match &mut self.0 {
            Source::Encoded(elements) => elements.next(),
            #[cfg(feature = "alloc")]
            Source::Owned(elements) => elements.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Source::Encoded(elements) => elements.size_hint(),
            #[cfg(feature = "alloc")]
            Source::Owned(elements) => elements.size_hint(),
        }
    }

    #[inline]
    fn fold<B, G: FnMut(B, T) -> B>(self, init: B, each: G) -> B {
        match self.0 {
            Source::Encoded(elements) => elements.fold(init, each),
            #[cfg(feature = "alloc")]
            Source::Owned(elements) => elements.fold(init, each),
        }
    }
}

impl<T> core::fmt::Debug for LentIter<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LentIter").field("left", &self.size_hint().0).finish_non_exhaustive()
    }
}
