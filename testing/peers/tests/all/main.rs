//! Formats against the crates that define them, and types of other crates against their own
//! implementations.
#![forbid(unsafe_code)]

mod bincode_reference;
mod ext;
mod formats;
