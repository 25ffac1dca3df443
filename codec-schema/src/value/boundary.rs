//! Values with one part at an end of its range, or just beyond it.

use std::collections::BTreeMap;

use crate::measure::DescribeFormat;
use codec_core::schema::Describe;
use codec_core::{Decodable, Encode, Format};

use super::choice::{Choices, Extreme};
use super::dice::Dice;
use super::{Generator, Sample};
use crate::model::{Body, Field, Model};

/// The number of values that are searched for parts, enough to cover all variants.
const ROUNDS: u64 = 48;
/// The number of times that a part is tried at the upper end of its range, and beyond: in some
/// surroundings it can't be there.
const TRIES: u32 = 2;

/// An encoding with one part at an end of its range, or just beyond it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Boundary {
    /// The part, as the path of a field; with the suffix `#` its count, `?` its presence, `tag` the
    /// tag of its variant, `=` its constant.
    pub path: String,
    /// The position in the part's range.
    pub at: Extreme,
    /// The encoding, which must be refused if the part is [over](Extreme::Over) its end.
    pub sample: Sample,
}

impl Generator<'_> {
    /// Encodings in which each part, one after another, is as small as allowed, as large as
    /// allowed, and just beyond that. The elements of a list share one path. A part without a
    /// limit, such as an integer that may have any value of its width, is never beyond its range;
    /// counts over 131,072 are left out.
    ///
    /// ```
    /// use codec_schema::value::{Extreme, Generator};
    /// use codec_schema::{Encoding, Model};
    /// let model = Model::of::<(bool, Option<u16>)>()?;
    /// let all = Generator::new(&model, &Encoding::BORSH, 1).boundaries();
    /// let over = all.iter().find(|one| one.at == Extreme::Over).unwrap();
    /// assert_eq!(over.sample.bytes[0], 2); // neither true nor false
    /// # Ok::<(), codec_schema::ModelError>(())
    /// ```
    pub fn boundaries(&mut self) -> Vec<Boundary> {
        self.boundaries_in(ROUNDS)
    }

    /// Like [`boundaries`](Self::boundaries), of that many values.
    pub(super) fn boundaries_in(&mut self, rounds: u64) -> Vec<Boundary> {
        let mut found = BTreeMap::new();
        // Tries of each: the longest values take long to make.
        let mut tried = BTreeMap::new();
        for round in 0..rounds {
            let mut unforced = Choices::default();
            self.dice = Dice::new(round);
            self.attempt(&mut unforced);
            let (mut at, mut made) = (0, unforced.made);
            while at < made && at <= 200 {
                let mut known: Option<String> = None;
                for extreme in [Extreme::Smallest, Extreme::Largest, Extreme::Over] {
                    // The choices before it are the same in each run, so it is the same part.
                    if let Some(path) = &known {
                        let times: &mut u32 = tried.entry((path.clone(), extreme)).or_default();
                        *times += 1;
                        if *times > TRIES || found.contains_key(&(path.clone(), extreme)) {
                            continue;
                        }
                    }
                    self.dice = Dice::new(round);
                    let mut choices = Choices { forced: Some((at, extreme)), ..Choices::default() };
                    let sample = self.attempt(&mut choices);
                    if extreme == Extreme::Smallest {
                        made = choices.made.max(made);
                    }
                    known.clone_from(&choices.path);
                    if let (Some(sample), Some(path)) = (sample, choices.path) {
                        found.entry((path, extreme)).or_insert(sample);
                    }
                }
                at += 1;
            }
        }
        let boundary = |((path, at), sample)| Boundary { path, at, sample };
        found.into_iter().map(boundary).collect()
    }
}

/// Tests a type against its own limits in one format: encodings at an end of a range must decode,
/// and encode to the same bytes; those just beyond it must be refused. Returns the number of
/// encodings tested. Those at an end may be refused if the type has a `check`, whose rules are
/// unknown.
///
/// ```
/// use codec_core::{Decode, Encode, Postcard};
/// #[derive(Debug, Encode, Decode)]
/// #[codec(schema)]
/// struct Name { #[codec(len = u8, max = 3)] text: String, loud: bool }
/// // Counts of 0, 3 and 4 bytes, and booleans of 0, 1 and 2.
/// assert_eq!(codec_schema::value::check_boundaries::<Name, Postcard>(), Ok(6));
/// ```
///
/// # Errors
/// The path of the part, its place in the range, the bytes, and what happened.
pub fn check_boundaries<T, F>() -> Result<usize, String>
where
    T: Describe + Decodable + Encode,
    F: Format + DescribeFormat,
{
    let model = Model::of::<T>().map_err(|error| error.to_string())?;
    let is_checked = model.has_checks();
    let all = Generator::new(&model, &F::ENCODING, 0).with_most(4).boundaries();
    for one in &all {
        let (Boundary { path, at, .. }, bytes) = (one, &one.sample.bytes);
        let wrong = |what: &str| Err(format!("{path}, {at}: {what}: {bytes:02x?}"));
        match (F::from_slice::<T>(bytes), at) {
            (Ok(_), Extreme::Over) => return wrong("it is decoded"),
            (Err(_), Extreme::Over) => {}
            (Err(_), _) if is_checked => {}
            (Err(error), _) => return wrong(&format!("it is refused: {error}")),
            (Ok(value), _) => match F::to_vec(&value) {
                Ok(written) if written == *bytes => {}
                Ok(written) => return wrong(&format!("it is encoded as {written:02x?}")),
                Err(error) => return wrong(&format!("it is not encoded: {error}")),
            },
        }
    }
    Ok(all.len())
}

impl Model {
    /// Returns `true` if the user's `check` functions may refuse values.
    pub(crate) fn has_checks(&self) -> bool {
        let any = |fields: &[Field]| fields.iter().any(|field| field.check.is_some());
        self.named.iter().any(|named| match &named.body {
            Body::Struct(of) => of.check.is_some() || any(&of.fields),
            Body::Enum(of) => {
                of.check.is_some() || of.variants.iter().any(|variant| any(&variant.fields))
            }
            Body::Messages(_) => false,
        })
    }
}
