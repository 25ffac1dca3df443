//! Comparing, hashing and formatting sequences, by their elements.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Index;

use super::{Packable, Packed};
use crate::wire::{Bounded, Kind, LengthPrefix, Storage};

impl<T> Default for Packed<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Clone for Packed<T> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), bounds: self.bounds.clone(), items: PhantomData }
    }

    fn clone_from(&mut self, source: &Self) {
        self.bytes.clone_from(&source.bytes);
        self.bounds.clone_from(&source.bounds);
    }
}

impl<T: Packable> fmt::Debug for Packed<T>
where
    for<'a> T::Ref<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<T: Packable> PartialEq for Packed<T>
where
    for<'a> T::Ref<'a>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(one, two)| one == two)
    }
}

impl<T: Packable> Eq for Packed<T> where for<'a> T::Ref<'a>: Eq {}

/// The same as a vector's.
impl<T: Packable> Hash for Packed<T>
where
    for<'a> T::Ref<'a>: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        self.iter().for_each(|item| item.hash(state));
    }
}

impl<T: Packable> PartialOrd for Packed<T>
where
    for<'a> T::Ref<'a>: PartialOrd,
{
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        for (one, two) in self.iter().zip(other) {
            match one.partial_cmp(&two) {
                Some(Ordering::Equal) => {}
                unequal => return unequal,
            }
        }
        self.len().partial_cmp(&other.len())
    }
}

impl<T: Packable> Ord for Packed<T>
where
    for<'a> T::Ref<'a>: Ord,
{
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter()
            .zip(other)
            .map(|(one, two)| one.cmp(&two))
            .find(|order| order.is_ne())
            .unwrap_or_else(|| self.len().cmp(&other.len()))
    }
}

/// The panic message for an index that is out of range.
const RANGE: &str = "the index is out of range";

/// # Panics
/// When there is no such element.
impl Index<usize> for Packed<Vec<u8>> {
    type Output = [u8];

    #[inline]
    fn index(&self, index: usize) -> &[u8] {
        self.get(index).expect(RANGE)
    }
}

/// # Panics
/// When there is no such element.
impl Index<usize> for Packed<String> {
    type Output = str;

    #[inline]
    fn index(&self, index: usize) -> &str {
        self.get(index).expect(RANGE)
    }
}

/// # Panics
/// When there is no such element.
impl<K: Kind, L: LengthPrefix, const MAX: usize, S: Storage + 'static> Index<usize>
    for Packed<Bounded<K, L, MAX, S>>
{
    type Output = [u8];

    #[inline]
    fn index(&self, index: usize) -> &[u8] {
        self.get(index).expect(RANGE).bytes()
    }
}
