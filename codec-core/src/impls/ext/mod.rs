//! Types of other crates, each under a feature with its name.

#[cfg(feature = "bytes")]
mod bytes;
