//! Frames for people and programs: fields on one line or as JSON, a parser for hex, a file of
//! frames in hex, and a printer of lines that keeps no server waiting.

pub mod hex;
#[cfg(feature = "json")]
mod json;
mod line;
mod printable;
mod printer;
mod recorder;
mod tree;

#[cfg(feature = "json")]
pub use json::fields as json;
pub use line::Line;
pub use printable::Printable;
pub use printer::Printer;
pub use recorder::Recorder;
pub use tree::Tree;
