//! The syntax of locks: a model as readable text, and back.

mod docs;
mod header;
mod parse;
mod prose;
mod token;
mod words;
mod write;

pub(crate) use docs::{bare, documented};
pub(crate) use parse::parse;
pub(crate) use prose::paragraphs;
pub(crate) use write::{magic, text};

/// The constant after `magic` in a lock.
pub(crate) fn constant(text: &str) -> Option<crate::model::Magic> {
    parse::magic(&mut token::Line::new(0, text).ok()?).ok()
}
