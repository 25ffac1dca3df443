//! What a `decode` reads from: a cursor in a format, and where it gets more input.
#![forbid(unsafe_code)]

pub(crate) mod element;
pub(crate) mod fetch;
pub(crate) mod reader;
mod record;
