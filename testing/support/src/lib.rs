//! What the tests of several protocols share. It is not published: the crates name it by its
//! path, among their development dependencies.
#![forbid(unsafe_code)]

mod dice;
mod process;
mod three_ways;

pub use codec_effort::{cases, spread};
pub use dice::Dice;
pub use process::{Outcome, Program, Running, command_words};

/// What the macros name.
#[doc(hidden)]
pub use {bytes, codec_core};
