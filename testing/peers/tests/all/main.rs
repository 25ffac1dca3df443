//! Formats against the crates that define them, types of other crates against their own
//! implementations, and the inputs that fuzzing kept.
#![forbid(unsafe_code)]

mod bincode_reference;
mod corpus;
mod ext;
mod formats;
