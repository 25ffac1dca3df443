//! Implements for forms with a table of offsets what they have of the sequence in them.
#![forbid(unsafe_code)]

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::indexed_ref::IndexedRef;
#[cfg(feature = "bytes")]
use super::indexed_shared::IndexedShared;

/// The table follows from the elements, so that they alone are shown and compared.
macro_rules! as_their_elements {
    ($($(#[$cfg:meta])? $ty:ty;)*) => {$(
        $(#[$cfg])?
        impl<T: fmt::Debug> fmt::Debug for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.elements.fmt(f)
            }
        }

        $(#[$cfg])?
        impl<T: Eq> Eq for $ty {}

        $(#[$cfg])?
        impl<T: Hash> Hash for $ty {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.elements.hash(state);
            }
        }

        $(#[$cfg])?
        impl<T: PartialOrd> PartialOrd for $ty {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.elements.partial_cmp(&other.elements)
            }
        }

        $(#[$cfg])?
        impl<T: Ord> Ord for $ty {
            fn cmp(&self, other: &Self) -> Ordering {
                self.elements.cmp(&other.elements)
            }
        }
    )*};
}

as_their_elements! {
    IndexedRef<'_, T>;
    #[cfg(feature = "bytes")]
    IndexedShared<T>;
}
