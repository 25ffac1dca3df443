//! The hash maps and hash sets of the standard library.

crate::impls::alloc::hash::hash_tables!(std::collections);
