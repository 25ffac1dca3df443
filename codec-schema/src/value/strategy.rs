//! Values for property tests.

use std::fmt::Debug;

use crate::measure::DescribeFormat;
use codec_core::schema::Describe;
use codec_core::{Decodable, Format};
use proptest::strategy::Strategy;

use super::Generator;
use crate::model::Model;

/// A strategy of `proptest` for valid values of a type, decoded from valid encodings in `F`. Under
/// the feature `proptest`.
///
/// ```
/// use codec_core::{Decode, Encode, Format, Postcard};
/// use codec_schema::value::valid;
/// use proptest::prelude::*;
///
/// #[derive(Debug, Encode, Decode)]
/// #[codec(schema)]
/// struct Row { width: u8, #[codec(count = width, max = 20)] cells: Vec<u16> }
///
/// proptest! {
///     fn rows_are_encoded(row in valid::<Row, Postcard>()) {
///         prop_assert_eq!(usize::from(row.width), row.cells.len());
///         prop_assert!(Postcard::to_vec(&row).is_ok());
///     }
/// }
/// rows_are_encoded();
/// ```
///
/// # Panics
/// When a value is generated for a type whose description exceeds the limits.
pub fn valid<T, F>() -> impl Strategy<Value = T>
where
    T: Describe + Decodable + Debug,
    F: Format + DescribeFormat,
{
    proptest::num::u64::ANY.prop_filter_map("a check refuses it, or a part is opaque", |seed| {
        let model = Model::of::<T>().unwrap_or_else(|error| panic!("{error}"));
        let sample = Generator::new(&model, &F::ENCODING, seed).with_most(64).sample()?;
        F::from_slice(&sample.bytes).ok()
    })
}
