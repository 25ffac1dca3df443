//! The actual outcome: old bytes decoded by new types, and the reverse.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::Range;

use codec_core::schema::{Describe, DescribeFormat};
use codec_core::trace::Value;
use codec_core::{Decodable, Encode, Format};
use codec_schema::value::Generator;
use codec_schema::{Body, Class, Model, compare};

/// Values of each type in each format.
const SAMPLES: u64 = 150;

/// What was predicted, and what happened.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Directions that were judged.
    pub(crate) judged: usize,
    /// Predicted to be incompatible.
    pub(crate) breaking: usize,
    /// Predicted to be compatible, but are not: must be empty.
    pub(crate) false_compatible: Vec<String>,
    /// Predicted to be incompatible, although every sample was read.
    pub(crate) false_breaking: Vec<String>,
    pub(crate) classes: BTreeMap<String, usize>,
}

/// A type before or after a mutation.
pub(crate) trait Side: Describe + Decodable + Encode + Debug {}
impl<T: Describe + Decodable + Encode + Debug> Side for T {}

/// Judges one mutation in one format.
pub(crate) fn judge<F: Format + DescribeFormat, O: Side, N: Side>(name: &str, tally: &mut Tally) {
    let (old, new) = (Model::of::<O>().unwrap(), Model::of::<N>().unwrap());
    let verdict = compare(&old, &new, &F::ENCODING);
    let place = format!("{name} in {}", F::ENCODING.name);
    assert_ne!(verdict.class, Class::Absent, "{place}: the types have to be of the format");
    *tally.classes.entry(format!("{:?}", verdict.class)).or_default() += 1;
    let forth = reads::<F, O, N>(&old, &new, &place);
    let back = reads::<F, N, O>(&new, &old, &place);
    for (foretold, happened, direction) in [
        (verdict.class.new_reads_old(), forth, "new reads old"),
        (verdict.class.old_reads_new(), back, "old reads new"),
    ] {
        tally.judged += 1;
        tally.breaking += usize::from(!foretold);
        match (foretold, happened) {
            // A `usize` is described as the `u64` that formats write, which can be more than this
            // machine has addresses.
            (true, Err(_)) if cfg!(target_pointer_width = "32") && place.contains("from_usize") => {
            }
            (true, Err(why)) => {
                tally.false_compatible.push(format!("{place}: {direction}: {why}\n{verdict}"));
            }
            (false, Ok(())) => {
                tally.false_breaking.push(format!("{place}: {direction}\n{verdict}"));
            }
            (true, Ok(())) | (false, Err(_)) => {}
        }
    }
}

/// Whether a reader finds in every sample what its writer wrote.
fn reads<F: Format + DescribeFormat, W: Side, R: Side>(
    writer: &Model,
    reader: &Model,
    place: &str,
) -> Result<(), String> {
    let mut accepted = 0;
    for most in [12, 300] {
        let mut generator = Generator::new(writer, &F::ENCODING, 11 + most).with_most(most);
        for _ in 0..SAMPLES {
            let Some(sample) = generator.sample() else { continue };
            let Ok(value) = F::from_slice::<W>(&sample.bytes) else { continue };
            accepted += 1;
            // What a writer writes: the default of a retired field.
            let bytes = F::to_vec(&value).unwrap();
            let written = F::from_slice::<W>(&bytes).unwrap();
            agree::<F, W, R>(&written, &bytes, [&variants(writer), &variants(reader)])?;
        }
    }
    assert!(accepted >= SAMPLES / 3, "{place}: the writer refuses too many samples: {accepted}");
    Ok(())
}

/// The names of all variants.
fn variants(model: &Model) -> BTreeSet<&str> {
    let variants = model.named.iter().filter_map(|named| match &named.body {
        Body::Enum(of) => Some(&of.variants),
        _ => None,
    });
    variants.flatten().map(|variant| &*variant.name).collect()
}

fn agree<F: Format, W: Side, R: Side>(
    written: &W,
    bytes: &[u8],
    [of_writer, of_reader]: [&BTreeSet<&str>; 2],
) -> Result<(), String> {
    let read = F::from_slice::<R>(bytes).map_err(|error| format!("{error}: {bytes:02x?}"))?;
    let (wrote, found) = (fields(written), fields(&read));
    for (path, value) in &wrote {
        let unknown = |text: &String| text.starts_with("Unknown");
        // Names that only one of them has are two names for the same thing.
        let renamed = |other: &String| {
            of_writer.contains(&**value)
                && of_reader.contains(&**other)
                && !of_writer.contains(&**other)
                && !of_reader.contains(&**value)
        };
        let other = found.get(path).filter(|other| *other != value && !renamed(other));
        if let Some(other) = other.filter(|other| !unknown(other) && !unknown(value)) {
            return Err(format!("{path} was {value} and is {other}"));
        }
    }
    let (wrote, found) = (leaves::<F, W>(bytes), leaves::<F, R>(bytes));
    for (range, value) in &found {
        for (other, was) in &wrote {
            let same = range == other;
            // Bit fields share the same bytes.
            let known = || wrote.iter().any(|(there, one)| there == range && one == value);
            if same && value != was && !is_bytes(*value, *was) && !known() {
                return Err(format!("bytes {range:?} were {was:?} and are {value:?}"));
            }
            let apart = range.end <= other.start || other.end <= range.start;
            let inside = range.start <= other.start && other.end <= range.end
                || other.start <= range.start && range.end <= other.end;
            let within = inside && is_bytes(*value, *was);
            if !(same || apart || within) {
                return Err(format!("bytes {range:?} are read, bytes {other:?} were written"));
            }
        }
    }
    Ok(())
}

/// Bytes as a whole, and some of them.
const fn is_bytes(one: Value, other: Value) -> bool {
    matches!((one, other), (Value::Bytes, _) | (_, Value::Bytes))
}

/// The numbers, strings and so on that are decoded, with their positions.
fn leaves<F: Format, T: Decodable>(bytes: &[u8]) -> Vec<(Range<usize>, Value)> {
    let explanation = F::explain::<T>(bytes);
    let leaves = explanation.nodes().iter().filter_map(|node| {
        node.value.filter(|_| !node.range.is_empty()).map(|value| (node.range.clone(), value))
    });
    leaves.collect()
}

/// Each field of a value by its path, from its `Debug` output. Options and wrappers are ignored:
/// only the value inside counts.
fn fields<T: Debug>(value: &T) -> BTreeMap<String, String> {
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
