//! A type in one format: how it is written, read and printed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;

use codec_core::message::decode_payload;
use codec_core::schema::Describe;
use codec_core::trace::{Trace, Value};
use codec_core::{Decodable, DecodeError, Encode, Format, Messages, Traced};
use codec_schema::DescribeFormat;
use codec_schema::{Encoding, Model, ModelError};

/// A type before or after a mutation, in one format. Nothing that judges is generic: what it needs
/// of a type is compiled once for each format, whatever the type is compared with.
pub(crate) struct Side {
    pub(crate) encoding: &'static Encoding,
    pub(crate) model: fn() -> Result<Model, ModelError>,
    /// Encodes what these bytes hold, unless the type refuses them.
    pub(crate) write: fn(&[u8]) -> Option<Vec<u8>>,
    pub(crate) read: fn(&[u8]) -> Result<Found, DecodeError>,
}

/// The fields that a side finds in bytes.
pub(crate) struct Found {
    /// Each field of the value by its path.
    pub(crate) fields: BTreeMap<String, String>,
    /// The numbers, strings and so on that are decoded.
    pub(crate) leaves: Vec<Leaf>,
}

/// A number, a string and so on, with its position.
pub(crate) type Leaf = (Range<usize>, Value);

impl Side {
    pub(crate) const fn of<F, T>() -> Self
    where
        F: Format + DescribeFormat,
        T: Describe + Decodable + Encode + Debug,
    {
        Self {
            encoding: const { &F::ENCODING },
            model: Model::of::<T>,
            write: write::<F, T>,
            read: read::<F, T>,
        }
    }
}

impl Side {
    /// An enum of messages, which is written after its id, a byte.
    pub(crate) const fn of_messages<F, T>() -> Self
    where
        F: Format + DescribeFormat,
        T: Describe + Messages<Id = u32> + Encode + Debug,
    {
        Self {
            encoding: const { &F::ENCODING },
            model: Model::of::<T>,
            write: |bytes| {
                let value = message::<F, T>(bytes).ok()?;
                Some([&bytes[..1], &F::to_vec(&value).unwrap()].concat())
            },
            read: |bytes| {
                LEAVES.take();
                let value = message::<F, T>(bytes)?;
                Ok(Found { fields: fields(&value), leaves: LEAVES.take() })
            },
        }
    }
}

fn message<F: Format, T: Messages<Id = u32>>(bytes: &[u8]) -> Result<T, DecodeError> {
    decode_payload::<Recorded<F>, T>(bytes[0].into(), &bytes[1..])
}

/// A format that records leaves while it decodes, so that one function finds them and the value.
type Recorded<F> = Traced<F, Leaves>;

fn write<F: Format, T: Decodable + Encode>(bytes: &[u8]) -> Option<Vec<u8>> {
    Recorded::<F>::from_slice::<T>(bytes).ok().map(|value| F::to_vec(&value).unwrap())
}

fn read<F: Format, T: Decodable + Debug>(bytes: &[u8]) -> Result<Found, DecodeError> {
    LEAVES.take();
    let value = Recorded::<F>::from_slice::<T>(bytes)?;
    Ok(Found { fields: fields(&value), leaves: LEAVES.take() })
}

thread_local! {
    /// The values decoded since the last read began.
    static LEAVES: RefCell<Vec<Leaf>> = RefCell::default();
}

/// Records leaves alone.
#[derive(Debug, Default)]
struct Leaves;

impl Trace for Leaves {
    const ON: bool = true;
    type Supply<'de> = ();

    fn enter_field(&mut self, _: &'static str, _: Option<&'static str>, _: &'static str, _: usize) {
    }

    fn enter_element(&mut self, _: usize, _: usize) {}

    fn leave(&mut self, _: usize) {}

    fn value(&mut self, range: Range<usize>, value: Value) {
        if !range.is_empty() {
            LEAVES.with_borrow_mut(|leaves| leaves.push((range, value)));
        }
    }

    fn over_limit(&mut self, _: usize, _: usize) {}

    fn refused(&mut self, _: &'static str) {}
}

/// Each field of a value by its path, from its `Debug` output. Options and wrappers are ignored:
/// only the value inside counts.
fn fields(value: &dyn Debug) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    let mut path: Vec<String> = Vec::new();
    // The number of elements so far in each open list.
    let mut counts = vec![0];
    for line in format!("{value:#?}").lines().map(str::trim) {
        let line = line.trim_end_matches(',');
        if [")", "]", "}"].contains(&line) {
            path.pop();
            counts.pop();
            continue;
        }
        let (name, value) = match line.split_once(": ") {
            Some((name, value)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                (name.to_owned(), value)
            }
            _ => {
                let count = counts.last_mut().unwrap();
                *count += 1;
                (count.to_string(), line)
            }
        };
        let opens = value.ends_with(['(', '[', '{']);
        let text = value.trim_end_matches(['(', '[', '{']).trim();
        // The content of an option has the option's name.
        let hidden = matches!(text, "Some");
        if !text.is_empty() && !hidden {
            let mut whole = path.concat();
            whole.push('.');
            whole.push_str(&name);
            fields.insert(whole, text.replace("{}", "[]"));
        }
        if opens {
            path.push(format!(".{name}"));
            counts.push(0);
        }
    }
    fields
}
