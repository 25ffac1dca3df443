//! The actual outcome: old bytes decoded by new types, and the reverse.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use codec_core::schema::FieldEncoding;
use codec_core::trace::Value;
use codec_schema::value::Generator;
use codec_schema::{Body, Class, Message, Model, Variant, compare};

use super::side::{Found, Leaf, Side};

/// Values of each type in each format, of two lengths.
fn samples() -> u32 {
    codec_effort::cases(150)
}

/// The prediction, and the result.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Mutations that were judged.
    pub(crate) mutations: usize,
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

/// A type, and its mutations, each in the same formats, of which some are not compiled.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) base: &'static [Option<Side>],
    pub(crate) mutations: &'static [(&'static str, &'static [Option<Side>])],
}

/// The bytes that a side writes, and the fields that it finds in them.
type Written = Rc<(Vec<u8>, Found)>;

/// A side with its description.
struct Writer<'s> {
    side: &'s Side,
    model: Model,
    /// The names of all variants.
    variants: BTreeSet<String>,
    /// The tags of all variants.
    tags: BTreeSet<String>,
    /// It keeps unknown messages.
    keeps_messages: bool,
    /// It keeps all bytes after unknown tags.
    keeps_tails: bool,
}

impl Group {
    /// Judges each mutation in each format.
    pub(crate) fn judge(&self, tally: &mut Tally) {
        tally.mutations += self.mutations.len();
        for (at, old) in self.base.iter().enumerate() {
            let Some(old) = old else { continue };
            let old = Writer::new(old);
            let written: Vec<_> = old.written().collect();
            for (mutation, sides) in self.mutations {
                let place = format!("{}::{mutation} in {}", self.name, old.side.encoding.name);
                let new = Writer::new(sides[at].as_ref().unwrap());
                judge(&place, (&old, &written), &new, tally);
            }
        }
    }
}

/// Judges one mutation in one format.
fn judge(
    place: &str,
    (old, written): (&Writer<'_>, &[Written]),
    new: &Writer<'_>,
    tally: &mut Tally,
) {
    let verdict = compare(&old.model, &new.model, new.side.encoding);
    assert_ne!(verdict.class, Class::Absent, "{place}: the types have to be of the format");
    *tally.classes.entry(format!("{:?}", verdict.class)).or_default() += 1;
    let relayed = new
        .written()
        .filter(|_| old.keeps_messages || old.keeps_tails)
        .filter_map(|sample| old.relayed(&sample.0));
    let forth = reads(&mut written.iter().cloned().chain(relayed), [old, new], place);
    let back = reads(&mut new.written(), [new, old], place);
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

impl<'s> Writer<'s> {
    fn new(side: &'s Side) -> Self {
        let model = (side.model)().unwrap();
        let variants = model.named.iter().filter_map(|named| match &named.body {
            Body::Enum(of) => Some(&of.variants),
            _ => None,
        });
        let (mut names, mut tags) = (BTreeSet::new(), BTreeSet::new());
        for variant in variants.flatten() {
            names.insert(variant.name.clone());
            tags.extend(variant.tag.map(|tag| tag.to_string()));
        }
        let is_tail = |of: &Variant| {
            of.tag.is_none()
                && of.fields.get(1).is_some_and(|field| field.encoding == FieldEncoding::Tail)
        };
        let bodies = || model.named.iter().map(|named| &named.body);
        let keeps_messages =
            bodies().any(|body| matches!(body, Body::Messages(of) if of.other.is_some()));
        let keeps_tails =
            bodies().any(|body| matches!(body, Body::Enum(of) if of.variants.iter().any(is_tail)));
        Self { side, variants: names, tags, keeps_messages, keeps_tails, model }
    }

    /// Writes what it has read of another program's bytes, if it reads them.
    fn relayed(&self, bytes: &[u8]) -> Option<Written> {
        let bytes = (self.side.write)(bytes)?;
        let found = (self.side.read)(&bytes).unwrap();
        Some(Rc::new((bytes, found)))
    }

    /// Returns true if a value has a tag that it does not know, and this side does, with bytes that
    /// no program has written: with an unknown tag, a program writes what it has read.
    fn invented(&self, found: &Found) -> bool {
        found.fields.iter().any(|(path, value)| {
            value.starts_with("Unknown")
                && found.fields.get(&format!("{path}.1")).is_some_and(|tag| self.tags.contains(tag))
        })
    }

    /// Writes samples, and reads them.
    fn written(&self) -> impl Iterator<Item = Written> {
        let side = self.side;
        // A message that no side knows, and that the generator does not make.
        let unknown = self.keeps_messages.then(|| self.relayed(&[250, 1, 2, 3])).flatten();
        let generated = [12, 300].into_iter().flat_map(move |most| {
            let mut generator =
                Generator::new(&self.model, side.encoding, 11 + most).with_most(most);
            (0..samples()).filter_map(move |_| {
                let sample = generator.sample()?;
                // A writer writes the default of a retired field.
                let mut bytes = sample.bytes;
                if let Some(Message::Number(id)) = sample.message {
                    bytes.insert(0, u8::try_from(id).unwrap());
                }
                self.relayed(&bytes)
            })
        });
        generated.chain(unknown)
    }
}

/// Returns true if a reader finds in every sample what its writer wrote.
fn reads(
    written: &mut dyn Iterator<Item = Written>,
    [writer, reader]: [&Writer<'_>; 2],
    place: &str,
) -> Result<(), String> {
    let mut accepted = 0;
    for sample in written {
        accepted += 1;
        let (bytes, wrote) = &*sample;
        if writer.keeps_tails && reader.invented(wrote) {
            continue;
        }
        let found = (reader.side.read)(bytes).map_err(|error| format!("{error}: {bytes:02x?}"))?;
        agree(wrote, &found, [&writer.variants, &reader.variants])?;
    }
    assert!(accepted >= samples() / 3, "{place}: the writer refuses too many samples: {accepted}");
    Ok(())
}

fn agree(
    wrote: &Found,
    found: &Found,
    [of_writer, of_reader]: [&BTreeSet<String>; 2],
) -> Result<(), String> {
    let unknown = |text: &String| text.starts_with("Unknown");
    let all = || wrote.fields.iter().chain(&found.fields);
    let kept: Vec<_> = all().filter(|(_, value)| unknown(value)).map(|(path, _)| path).collect();
    // Bytes on one side, and fields on the other.
    let is_kept = |path: &str| {
        kept.iter().any(|of| path.strip_prefix(&***of).is_some_and(|rest| rest.starts_with('.')))
    };
    for (path, value) in wrote.fields.iter().filter(|(path, _)| !is_kept(path)) {
        // Names that only one of them has are two names for the same thing.
        let renamed = |other: &String| {
            of_writer.contains(value)
                && of_reader.contains(other)
                && !of_writer.contains(other)
                && !of_reader.contains(value)
        };
        let other = found.fields.get(path).filter(|other| *other != value && !renamed(other));
        if let Some(other) = other.filter(|other| !unknown(other) && !unknown(value)) {
            return Err(format!("{path} was {value} and is {other}"));
        }
    }
    overlap(&wrote.leaves, &found.leaves)
}

/// Returns true if each position is read as it was written.
fn overlap(wrote: &[Leaf], found: &[Leaf]) -> Result<(), String> {
    // Leaves are read one after another, but for some that are read again.
    let mut wrote: Vec<_> = wrote.iter().map(|(range, value)| (range, *value)).collect();
    wrote.sort_by_key(|(range, _)| range.start);
    let mut end = 0;
    // Where the leaves up to each end.
    let ends: Vec<_> = wrote
        .iter()
        .map(|(range, _)| {
            end = range.end.max(end);
            end
        })
        .collect();
    for (range, value) in found {
        let near = &wrote[ends.partition_point(|end| *end <= range.start)..];
        let near = &near[..near.partition_point(|(other, _)| other.start < range.end)];
        for (other, was) in near {
            let same = range == *other;
            // Bit fields share the same bytes.
            let known = || near.contains(&(range, *value));
            if same && value != was && !is_bytes(*value, *was) && !known() {
                return Err(format!("bytes {range:?} were {was:?} and are {value:?}"));
            }
            let apart = other.end <= range.start;
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
