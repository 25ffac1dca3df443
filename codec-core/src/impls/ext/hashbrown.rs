//! `hashbrown`: as the hash maps and sets of the standard library. One module for each major
//! version in use, since programs use tables of several.

/// The tables of one version.
macro_rules! tables {
    ($module:ident: $krate:ident, $feature:literal) => {
        #[cfg(feature = $feature)]
        mod $module {
            crate::impls::alloc::hash::hash_tables!($krate);
        }
    };
}

tables!(current: hashbrown, "hashbrown");
tables!(v0_15: hashbrown_0_15, "hashbrown-0-15");
