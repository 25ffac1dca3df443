//! Values for fuzzers, made from their bytes.

use std::fmt;
use std::marker::PhantomData;

use crate::measure::DescribeFormat;
use arbitrary::{Arbitrary, Error, Unstructured};
use codec_core::schema::Describe;
use codec_core::{Decodable, Format};

use super::Generator;
use super::choice::Choices;
use super::dice::Dice;
use crate::model::Model;

/// A valid value of a described type, decoded from a valid encoding in `F`. With the feature
/// `arbitrary` it implements [`Arbitrary`]: the fuzzer's bytes determine each number, count and
/// variant.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use codec_core::{Decode, Encode, Postcard};
/// use codec_schema::value::Valid;
///
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(schema)]
/// struct Row { width: u8, #[codec(count = width, max = 20)] cells: Vec<u16> }
///
/// let mut found = 0;
/// for start in 0..=255 {
///     let bytes: Vec<u8> = (0..200).map(|at: u8| at.wrapping_mul(37) ^ start).collect();
///     let Ok(row) = Valid::<Row, Postcard>::arbitrary(&mut Unstructured::new(&bytes)) else {
///         continue;
///     };
///     assert_eq!(usize::from(row.value.width), row.value.cells.len());
///     found += 1;
/// }
/// assert!(found > 50);
/// ```
pub struct Valid<T, F> {
    /// The value.
    pub value: T,
    format: PhantomData<F>,
}

impl<T: fmt::Debug, F> fmt::Debug for Valid<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// If the bytes lead to no valid value, or a check refuses it, the error is
/// [`IncorrectFormat`](Error::IncorrectFormat).
impl<T: Describe + Decodable, F: Format + DescribeFormat> Arbitrary<'_> for Valid<T, F> {
    fn arbitrary(u: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let len = u.len();
        let dice = Dice::given(u.bytes(len)?);
        let model = Model::of::<T>().map_err(|_| Error::IncorrectFormat)?;
        let generator = Generator::new(&model, &F::ENCODING, 0).with_most(64);
        let sample = Generator { dice, ..generator }.attempt(&mut Choices::default());
        let bytes = sample.ok_or(Error::IncorrectFormat)?.bytes;
        let value = F::from_slice(&bytes).map_err(|_| Error::IncorrectFormat)?;
        Ok(Self { value, format: PhantomData })
    }
}
