//! Implementations for types of other crates, sorted by where the types come from.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
pub(crate) mod alloc;
mod core;
mod ext;
mod plain;
#[cfg(feature = "std")]
mod std;

/// How the tag of a `Result` is written, for the `serde` module.
#[cfg(feature = "serde")]
pub(crate) use self::core::result;
