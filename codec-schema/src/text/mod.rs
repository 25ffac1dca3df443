//! The syntax of locks: a model as readable text, and back.

mod header;
mod parse;
mod token;
mod words;
mod write;

pub(crate) use parse::parse;
pub(crate) use write::text;
