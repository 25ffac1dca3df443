//! The language of locks: a model as a text that people read, and back.

mod header;
mod parse;
mod token;
mod words;
mod write;

pub(crate) use parse::parse;
pub(crate) use write::text;
