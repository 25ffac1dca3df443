//! What each attribute does, in every form and in formats of every kind.

mod agree;
mod condition;
mod converted;
mod corners;
mod counted;
mod delimited;
mod detached;
mod explained;
mod formats;
mod functions;
mod magic_check;
mod messages_other;
mod option;
mod order;
mod own;
mod placed;
mod plain;
mod skip_with;
mod span;
mod tail;
mod terminated;
mod text;
mod together;
mod transparent;
mod versioned;
