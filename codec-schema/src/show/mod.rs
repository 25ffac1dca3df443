//! Frames for people and programs: fields on one line or as JSON, and a parser for hex.

pub mod hex;
mod json;
mod line;
mod tree;

pub use json::fields as json;
pub use line::Line;
pub use tree::Tree;
