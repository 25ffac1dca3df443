//! The body of an implementation: the code that reads and writes one field, and the values made
//! from fields.

pub(super) mod adapter;
mod bits;
pub(super) mod body;
pub(super) mod computed;
mod delimited;
pub(super) mod expression;
pub(super) mod field_group;
pub(super) mod operators;
mod padding;
pub(super) mod place;
mod read;
mod resume;
pub(super) mod runs;
mod span;
pub(super) mod tag;
pub(super) mod verdict;
mod write;
