//! Sequences with a count of a fixed width, in any storage.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

use super::{LengthPrefix, TooLong, Vec};
use crate::form::seq_ref::SeqRef;

/// Storage of the elements of a [`Seq`]: in a `Vec`, or lazily in the input.
pub trait SeqStorage {
    /// Number of elements.
    fn count(&self) -> usize;
}

#[cfg(feature = "alloc")]
impl<T> SeqStorage for Vec<T> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
}

impl<T> SeqStorage for SeqRef<'_, T> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
}

#[cfg(feature = "bytes")]
impl<T> SeqStorage for crate::SeqShared<T> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
}

/// At most `L::MAX` elements after a count of type `L`, in the storage `C`. A
/// value never holds more elements than that, so it always encodes.
///
/// ```
/// use codec_core::{Format, Sv2, wire::{Seq0255, Seq0255Ref}};
/// let numbers: Seq0255<u16> = vec![1, 2].try_into()?;
/// assert_eq!(Sv2::to_vec(&numbers)?, [2, 1, 0, 2, 0]);
/// let borrowed: Seq0255Ref<u16> = Sv2::from_slice_ref(&[2, 1, 0, 2, 0])?;
/// assert_eq!(borrowed.iter().collect::<Vec<_>>(), numbers.as_slice());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Seq<L, C> {
    /// At most `L::MAX` elements.
    items: C,
    count: PhantomData<fn() -> L>,
}

impl<L, C> Seq<L, C> {
    /// A sequence of these items, whose count the caller has checked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn unchecked(items: C) -> Self {
        Self { items, count: PhantomData }
    }

    /// The storage.
    #[inline]
    pub fn into_inner(self) -> C {
        self.items
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn inner(&self) -> &C {
        &self.items
    }

    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn inner_mut(&mut self) -> &mut C {
        &mut self.items
    }
}

impl<L: LengthPrefix, C: SeqStorage> Seq<L, C> {
    /// The most elements that it can hold.
    pub const MAX: usize = L::MAX;

    /// Wraps `items`, of which there may be at most [`MAX`](Self::MAX).
    ///
    /// # Errors
    /// [`TooLong`] when there are more than [`MAX`](Self::MAX).
    #[inline]
    pub fn new(items: C) -> Result<Self, TooLong> {
        let len = items.count();
        if len > L::MAX {
            return Err(TooLong { len, max: L::MAX });
        }
        Ok(Self::unchecked(items))
    }

    /// Number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.count()
    }

    /// Returns whether there is no element.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<L, T> Seq<L, Vec<T>> {
    /// The elements.
    #[inline]
    pub const fn as_slice(&self) -> &[T] {
        self.items.as_slice()
    }

    /// The elements in order.
    #[inline]
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.items.iter()
    }
}

impl<'de, L, T> Seq<L, SeqRef<'de, T>> {
    /// The elements in order. See [`SeqRef::iter`].
    #[inline]
    pub const fn iter(&self) -> crate::form::seq_ref::SeqIter<'de, T> {
        self.items.iter()
    }

    /// The element at `index`. See [`SeqRef::get`].
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.items.get(index)
    }

    /// The elements in a vector.
    #[cfg(feature = "alloc")]
    pub fn to_vec(&self) -> Vec<T> {
        self.items.to_vec()
    }
}

#[cfg(feature = "bytes")]
impl<L, T> Seq<L, crate::SeqShared<T>> {
    /// The elements in order. See [`SeqShared::iter`](crate::SeqShared::iter).
    #[inline]
    pub const fn iter(&self) -> crate::form::seq_shared::SeqSharedIter<'_, T> {
        self.items.iter()
    }

    /// The element at `index`. See [`SeqShared::get`](crate::SeqShared::get).
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.items.get(index)
    }
}

#[cfg(feature = "alloc")]
impl<L: LengthPrefix, T> TryFrom<Vec<T>> for Seq<L, Vec<T>> {
    type Error = TooLong;

    #[inline]
    fn try_from(items: Vec<T>) -> Result<Self, TooLong> {
        Self::new(items)
    }
}

#[cfg(feature = "alloc")]
impl<L: LengthPrefix, T: Clone> TryFrom<&[T]> for Seq<L, Vec<T>> {
    type Error = TooLong;

    #[inline]
    fn try_from(items: &[T]) -> Result<Self, TooLong> {
        if items.len() > L::MAX {
            return Err(TooLong { len: items.len(), max: L::MAX });
        }
        Ok(Self::unchecked(items.to_vec()))
    }
}

#[cfg(feature = "alloc")]
impl<L, T> From<Seq<L, Self>> for Vec<T> {
    #[inline]
    fn from(seq: Seq<L, Self>) -> Self {
        seq.items
    }
}

impl<L, T> Default for Seq<L, Vec<T>> {
    fn default() -> Self {
        Self::unchecked(Vec::default())
    }
}

impl<L, C: Clone> Clone for Seq<L, C> {
    #[inline]
    fn clone(&self) -> Self {
        Self::unchecked(self.items.clone())
    }
}

impl<L, C: Copy> Copy for Seq<L, C> {}

impl<L, C: PartialEq<D>, D> PartialEq<Seq<L, D>> for Seq<L, C> {
    #[inline]
    fn eq(&self, other: &Seq<L, D>) -> bool {
        self.items == other.items
    }
}

impl<L, C: Eq> Eq for Seq<L, C> {}

impl<L, C: core::hash::Hash> core::hash::Hash for Seq<L, C> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.items.hash(state);
    }
}

impl<L, C: PartialOrd> PartialOrd for Seq<L, C> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        self.items.partial_cmp(&other.items)
    }
}

impl<L, C: Ord> Ord for Seq<L, C> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.items.cmp(&other.items)
    }
}

impl<L, C: fmt::Debug> fmt::Debug for Seq<L, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<'s, L, C> IntoIterator for &'s Seq<L, C>
where
    &'s C: IntoIterator,
{
    type Item = <&'s C as IntoIterator>::Item;
    type IntoIter = <&'s C as IntoIterator>::IntoIter;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

macro_rules! display {
    ($([$($param:tt)*] $storage:ty),*) => {$(
        /// The elements in brackets.
        impl<$($param)* L, T: fmt::Display> fmt::Display for Seq<L, $storage> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("[")?;
                for (index, item) in self.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
        }
    )*};
}

display!(['de,] SeqRef<'de, T>, [] Vec<T>);
#[cfg(feature = "bytes")]
display!([] crate::SeqShared<T>);
