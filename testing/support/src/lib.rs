//! Helpers that tests of several protocols share. The crate is not published: others name
//! it by its path, among their development dependencies.
#![forbid(unsafe_code)]

mod dice;
mod process;
mod three_ways;

pub use codec_effort::{cases, spread};
pub use dice::Dice;
pub use process::{Outcome, Program, Running, command_words};

/// Names that the macros use.
#[doc(hidden)]
pub use {bytes, codec_core};
