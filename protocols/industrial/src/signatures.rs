//! A cache of signatures, of bounded size.
#![forbid(unsafe_code)]

use core::fmt;
use std::collections::HashMap;

use crate::signature::signature;

/// A bounded cache of signatures, which keeps the most recently requested names.
///
/// It has two generations. A requested name moves to the young one; when that holds half of the
/// capacity, the old generation is dropped and the young one becomes the old. So a name that is
/// requested at least once per generation stays cached, a cached name costs no allocation, and
/// eviction needs no search.
///
/// ```
/// use codec_industrial::{Signatures, signature};
/// let mut signatures = Signatures::with_capacity(100);
/// for number in 0..10_000 {
///     let name = format!("Tank_{number}");
///     assert_eq!(signatures.of(&name), signature(&name));
///     signatures.of("Plant");
/// }
/// assert!(signatures.len() <= 100 && signatures.contains("Plant"));
/// ```
#[derive(Clone)]
pub struct Signatures {
    young: HashMap<Box<str>, u16>,
    old: HashMap<Box<str>, u16>,
    /// The most names in a generation.
    half: usize,
}

impl Signatures {
    /// The longest name that is cached, in bytes; longer ones are computed each time, so that long
    /// names can't exhaust memory either.
    pub const LONGEST: usize = 512;

    /// A cache of at most `capacity` names, at least 2. Memory is allocated only as names are
    /// added.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        let half = (capacity / 2).max(1);
        Self { young: HashMap::new(), old: HashMap::new(), half }
    }

    /// The signature of a name.
    pub fn of(&mut self, name: &str) -> u16 {
        if let Some(known) = self.young.get(name) {
            return *known;
        }
        if name.len() > Self::LONGEST {
            return signature(name);
        }
        // The key moves from one generation to the other, without an allocation.
        let (key, found) = match self.old.remove_entry(name) {
            Some(entry) => entry,
            None => (name.into(), signature(name)),
        };
        if self.young.len() == self.half {
            self.old.clear();
            core::mem::swap(&mut self.young, &mut self.old);
        }
        self.young.insert(key, found);
        found
    }

    /// Number of names that are cached.
    #[must_use]
    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// Returns whether no name is cached.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.young.is_empty() && self.old.is_empty()
    }

    /// Returns whether this name is cached.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.young.contains_key(name) || self.old.contains_key(name)
    }

    /// The most names that are cached at one time.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        2 * self.half
    }
}

impl Default for Signatures {
    /// A cache of at most 1,024 names.
    fn default() -> Self {
        Self::with_capacity(1_024)
    }
}

/// Shows how many names, not which.
impl fmt::Debug for Signatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (len, capacity) = (self.len(), self.capacity());
        f.debug_struct("Signatures").field("len", &len).field("capacity", &capacity).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Signatures;
    use crate::signature::signature;

    #[test]
    fn it_never_has_more_names_than_it_may() {
        for capacity in [0, 1, 2, 3, 16, 1_024] {
            let mut signatures = Signatures::with_capacity(capacity);
            for index in 0..3 * capacity + 10 {
                let name = format!("Tank_{index}");
                assert_eq!(signatures.of(&name), signature(&name));
                assert_eq!(signatures.of(&name), signature(&name));
                assert!(signatures.len() <= signatures.capacity(), "{signatures:?}");
            }
            assert!(signatures.capacity() <= capacity.max(2));
        }
    }

    #[test]
    fn a_long_name_is_not_kept() {
        let mut signatures = Signatures::default();
        let long = "x".repeat(Signatures::LONGEST + 1);
        assert_eq!(signatures.of(&long), signature(&long));
        assert!(signatures.is_empty());
        signatures.of(&long[1..]);
        assert_eq!(signatures.len(), 1);
    }

    #[test]
    fn a_name_in_use_outlives_any_number_of_others() {
        let mut signatures = Signatures::with_capacity(8);
        for index in 0..100 {
            signatures.of("Plant");
            for part in 0..3 {
                signatures.of(&format!("{index}.{part}"));
            }
            assert!(signatures.contains("Plant"), "{index}");
        }
    }
}
