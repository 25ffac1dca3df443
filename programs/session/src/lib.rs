//! Frames of Stratum V2 as text: [`Inspection`] is a frame on a line, or what is wrong with it.
#![forbid(unsafe_code)]

mod inspect;
mod label;
mod text;

pub use inspect::{Inspection, Place};
pub use label::Label;
pub use text::{Appended, HEX};
