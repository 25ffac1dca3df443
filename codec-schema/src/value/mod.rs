//! Values generated from a description: valid encodings of a type, at the limits and in between,
//! without code for the type.
//!
//! ```
//! use codec_core::{Decode, Encode, Format, Postcard};
//! use codec_schema::{Encoding, Model, value::Generator};
//!
//! #[derive(Debug, Encode, Decode)]
//! #[codec(schema)]
//! struct Row { width: u8, #[codec(count = width, max = 20)] cells: Vec<u16> }
//!
//! let model = Model::of::<Row>()?;
//! let mut generator = Generator::new(&model, &Encoding::POSTCARD, 7);
//! for _ in 0..100 {
//!     let sample = generator.sample().expect("nothing of a row is opaque");
//!     let row: Row = Postcard::from_slice(&sample.bytes)?;
//!     assert_eq!(usize::from(row.width), row.cells.len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod boundary;
mod bytes;
mod choice;
mod dice;
mod ended;
mod frame;
mod generate;
mod golden;
mod law;
mod payload;
mod protocol;
mod record;
mod relation;
mod seeded;
#[cfg(feature = "proptest")]
mod strategy;
mod written;

use std::ops::Range;

use crate::measure::Encoding;

use crate::model::{Message, Model};
#[cfg(feature = "arbitrary")]
pub use arbitrary::Valid;
pub use boundary::{Boundary, check_boundaries};
use choice::Choices;
pub use choice::Extreme;
use dice::Dice;
pub use golden::{check_golden, check_golden_protocol};
pub use law::holds_of;
pub use payload::{Payload, PayloadId, payloads, payloads_with};
pub use protocol::{check_protocol, check_protocol_with, holds_of_protocol};
pub use seeded::check_values;
#[cfg(feature = "proptest")]
pub use strategy::valid;
pub use written::Written;

/// Generates valid encodings of a type.
///
/// Numbers, counts, tags, conditions, versions and limits follow the description, and are at their
/// limits more often than by chance. A user's `check` function is unknown, and may refuse a
/// generated value.
#[derive(Debug)]
pub struct Generator<'m> {
    model: &'m Model,
    encoding: Encoding,
    dice: Dice,
    /// The most elements in a sequence whose own limit is higher.
    most: u64,
    /// The encodings of these types.
    written: Vec<Written>,
}

/// A generated encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sample {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The position of each field, by its path, in wire order.
    pub fields: Vec<(String, Range<usize>)>,
    /// The id, for an enum of messages.
    pub message: Option<Message>,
}

impl<'m> Generator<'m> {
    /// Generates values of this type in this format; the same seed gives the same values.
    pub const fn new(model: &'m Model, encoding: &Encoding, seed: u64) -> Self {
        Self { model, encoding: *encoding, dice: Dice::new(seed), most: 300, written: Vec::new() }
    }

    /// Limits sequences to this many elements if their own limit is higher; the default is 300.
    #[must_use]
    pub const fn with_most(mut self, most: u64) -> Self {
        self.most = most;
        self
    }

    /// The next value; `None` if the type has an opaque part, or if none of a hundred attempts
    /// satisfied its expressions.
    pub fn sample(&mut self) -> Option<Sample> {
        (0..100).find_map(|_| self.attempt(&mut Choices::default()))
    }
}
