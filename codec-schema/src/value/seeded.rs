//! One hash over many values of a type: what a description can't see changes it.

use std::fmt::{Debug, Write as _};
use std::path::Path;

use codec_core::schema::Describe;
use codec_core::{Decodable, Encode, Format};

use super::{Generator, Written};
use crate::fingerprint::Hash;
use crate::lock::{LockError, Locked, check_with};
use crate::measure::DescribeFormat;
use crate::model::Model;
use crate::plan::hex;

/// The number of values.
const VALUES: u32 = 1 << 16;

/// Compares the format of `T`, and 65,536 of its values in the format `F`, with a lock: the function
/// behind `assert_locked!("price.lock", Price, Sv2)`. Types whose values the description does not tell are
/// written by functions, as [`Generator::with_written`] has it.
///
/// A lock says nothing about code that a description does not see: `with`, `as`, `check`, impls by
/// hand. The hash is over the `Debug` of each value and its bytes, and so differs where a byte has
/// another meaning.
///
/// # Errors
/// All of [`LockError`]; [`LockError::Changed`] also where no values are known.
pub fn check_values<T, F>(path: impl AsRef<Path>, written: &[Written]) -> Result<Locked, LockError>
where
    T: Describe + Decodable + Encode + Debug,
    F: Format + DescribeFormat,
{
    let model = Model::of::<T>().map_err(LockError::Model)?;
    let mut generator = Generator::new(&model, &F::ENCODING, 1);
    generator = generator.with_most(4).with_written(written);
    let (mut hash, mut count) = (Hash::new(), 0_u32);
    for _ in 0..VALUES {
        let Some(sample) = generator.sample() else { break };
        let Ok(value) = F::from_slice::<T>(&sample.bytes) else { continue };
        let bytes = F::to_vec(&value).map_err(|error| LockError::Changed(error.to_string()))?;
        // Writing to a hash can't fail.
        let _ = writeln!(hash, "{value:?} {}", hex(&bytes));
        count += 1;
    }
    if count == 0 {
        let words = "no values are known: a part is opaque, or a check refuses most";
        return Err(LockError::Changed(words.to_owned()));
    }
    let section = format!("\nvalues\n    {} {}\n", F::ENCODING.name, hash.finish());
    check_with(path.as_ref(), &model, &section)
}
