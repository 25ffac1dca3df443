//! Encodings that the caller writes, of types that a description alone doesn't determine.

use super::Generator;

/// The name of a type, and a function that makes an encoding of it from a random number: for a type
/// with an opaque part, with a count that a function computes, or with a `check` that hardly any
/// generated value passes. The encoding is in the format of the generator, and valid.
pub type Written = (&'static str, fn(u64) -> Vec<u8>);

impl Generator<'_> {
    /// Takes the encodings of these types, wherever they occur, from these functions. Their parts
    /// have no positions in a [`Sample`](super::Sample), and no boundaries.
    ///
    /// ```
    /// use codec_core::schema::{Describe, Kind, Schema, SchemaRef};
    /// use codec_core::{Decode, Encode};
    /// use codec_schema::value::Generator;
    /// use codec_schema::{Encoding, Model};
    ///
    /// /// A digit and its complement to 9, which is no part of the description.
    /// #[derive(Debug, Encode, Decode)]
    /// #[codec(schema, check = |digit: &Digit| digit.one + digit.other == 9)]
    /// struct Digit { one: u8, other: u8 }
    /// #[derive(Debug, Encode, Decode)]
    /// #[codec(schema)]
    /// struct Code { #[codec(len = u8, max = 3)] digits: Vec<Digit> }
    ///
    /// let digit = |random: u64| {
    ///     let one = (random % 10) as u8;
    ///     vec![one, 9 - one]
    /// };
    /// let model = Model::of::<Code>()?;
    /// let mut generator = Generator::new(&model, &Encoding::BORSH, 1).with_written(&[("Digit", digit)]);
    /// for _ in 0..20 {
    ///     let sample = generator.sample().expect("the function writes every digit");
    ///     assert!(sample.bytes[1..].chunks(2).all(|digit| digit[0] + digit[1] == 9));
    /// }
    /// # Ok::<(), codec_schema::ModelError>(())
    /// ```
    #[must_use]
    pub fn with_written(mut self, types: &[Written]) -> Self {
        self.written = types.to_vec();
        self
    }

    /// An encoding of the type with this name, if a function writes it.
    pub(super) fn written(&mut self, name: &str) -> Option<Vec<u8>> {
        let (_, write) = self.written.iter().find(|(written, _)| *written == name)?;
        Some(write(self.dice.word()))
    }
}
