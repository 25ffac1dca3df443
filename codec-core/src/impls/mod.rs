//! Implementations for types of other crates, sorted by where the types come from.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
pub(crate) mod alloc;
mod core;
mod ext;
mod plain;
#[cfg(feature = "std")]
mod std;

#[cfg(feature = "push")]
pub(crate) use self::core::bound;
/// The tag of a `Result`, for code elsewhere that reads and writes it.
#[cfg(any(feature = "push", feature = "serde"))]
pub(crate) use self::core::result;
