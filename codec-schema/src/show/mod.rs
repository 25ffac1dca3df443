//! Frames for people and programs: fields on one line or as JSON, a parser for hex, and a
//! file of frames in hex.

pub mod hex;
mod json;
mod line;
mod recorder;
mod tree;

pub use json::fields as json;
pub use line::Line;
pub use recorder::Recorder;
pub use tree::Tree;
