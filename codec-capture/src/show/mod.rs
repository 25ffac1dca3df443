//! Frames for people and programs: fields on one line or as JSON, byte for byte as text or as a page of HTML, a parser
//! for hex, a file of frames in hex, and a printer of lines that keeps no server waiting.

mod dissection;
pub mod hex;
#[cfg(feature = "json")]
mod json;
mod line;
mod page;
mod printable;
mod printer;
mod recorder;
mod tree;

pub use dissection::{Dissection, Row};
#[cfg(feature = "json")]
pub use json::{double, fields as json, integer, single};
pub use line::Line;
pub use printable::Printable;
pub use printer::Printer;
pub use recorder::Recorder;
pub use tree::Tree;
