//! Frames shown to people and programs: fields on a line, as JSON, and hex that is read.

pub mod hex;
mod json;
mod line;
mod tree;

pub use json::fields as json;
pub use line::Line;
pub use tree::Tree;
