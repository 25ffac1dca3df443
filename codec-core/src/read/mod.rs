//! The reader that `decode` reads from: a cursor in a format, and its source of more input.
#![forbid(unsafe_code)]

pub(crate) mod element;
pub(crate) mod fetch;
pub(crate) mod reader;
mod record;
